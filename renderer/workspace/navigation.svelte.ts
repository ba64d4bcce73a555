import { createContext } from 'svelte';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { PauseView } from '#contract/pauses.ts';
import type { PlanSource, PlanState, SourceOf, WebhookSelection } from '#contract/plans.ts';
import type { SearchedValue } from '#contract/rotation.ts';
import type { DraftEdit } from '#domain/draft/stored-draft.ts';
import { mergeWebhook } from '#domain/merge/merge-webhook.ts';
import type { ListedSummary, ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { ExportStart } from '../features/bundles/exporting/export-choice.svelte.ts';
import type { Exports } from '../features/bundles/exporting/bundle-export.svelte.ts';
import type { FileImport } from '../features/bundles/importing/file-import.svelte.ts';
import type { Compare, CompareQuestion } from '../features/compare/compare.svelte.ts';
import { EditMany } from '../features/edit-many/edit-many.svelte.ts';
import type { Editor, EditorTab } from '../features/editor/editor.svelte.ts';
import { allOfHistory, type WebhookOfHistory } from '../features/history/history-filter.ts';
import type { History } from '../features/history/history.svelte.ts';
import type { WebhookList, WebhookLists } from '../features/list/webhook-list.svelte.ts';
import type { Plan, PlanOrigin } from '../features/plan/plan.svelte.ts';
import type { Plans } from '../features/plan/plans.svelte.ts';
import type { Rotation } from '../features/rotate/value-search.svelte.ts';
import type { Draft } from '../shared/drafts/draft.svelte.ts';
import type { Drafts } from '../shared/drafts/drafts.svelte.ts';
import type { Connections } from '../shared/installations/connections.svelte.ts';
import type { Preferences } from '../shared/preferences.svelte.ts';
import { Origins, type Place, type Screen } from './origins.svelte.ts';

const draftsPlace: Place = { screen: 'drafts', connectionId: null };

interface PauseQuestion {
  readonly selection: WebhookSelection;
  /** The pause that a person begins now, because its time passed. */
  readonly missed: PauseView | null;
}

/** What the panes show. */
interface Shown {
  readonly client: HookdeskClient;
  readonly connections: Connections;
  readonly preferences: Preferences;
  readonly drafts: Drafts;
  readonly editor: Editor;
  readonly lists: WebhookLists;
  readonly history: History;
  readonly plans: Plans;
  readonly exports: Exports;
  readonly compare: Compare;
  readonly rotation: Rotation;
}

/** The pane in sight, and how each other pane opens. */
export class Navigation {
  readonly #shown: Shown;
  readonly #origins = new Origins();
  /** The draft whose undo is the plan in sight. */
  #undoing: Draft | null = null;

  screen = $state<Screen>('installation');
  selectedId = $state<string | null>(null);
  list = $state.raw<WebhookList | null>(null);
  /** Whether the side pane covers the list, in a window with room for one. */
  sideInFront = $state(false);
  /** Whether an editor has the room of the list beside it. */
  listHidden = $state(false);
  /** Webhooks whose targets a person selects. */
  copying = $state.raw<WebhookSelection | null>(null);
  /** Webhooks whose pause a person describes. */
  pausing = $state.raw<PauseQuestion | null>(null);
  draggedWebhooks = $state.raw<WebhookSelection | null>(null);
  /** `null` until webhooks are edited together. */
  editMany = $state.raw<EditMany | null>(null);

  readonly connection: ConnectionView | null = $derived.by(() =>
    this.selectedId === null ? null : (this.#shown.connections.find(this.selectedId) ?? null),
  );

  readonly #place: Place = $derived({ screen: this.screen, connectionId: this.selectedId });
  /** The place of the sidebar from which the screen in sight was opened. */
  readonly area: Place = $derived(this.#origins.rootOf(this.#place));

  constructor(shown: Shown) {
    this.#shown = shown;
  }

  get isEditorOpen(): boolean {
    return this.#shown.editor.opened.kind !== 'nothing';
  }

  /** Whether the editor showed a webhook since the start. */
  get wasEditorUsed(): boolean {
    return this.#shown.editor.wasUsed;
  }

  get openedKey(): WebhookKey | null {
    return this.#shown.editor.openedKey;
  }

  get openedDraft(): Draft | null {
    return this.#shown.editor.draft;
  }

  focusEditor(): void {
    this.#shown.editor.focus.request();
  }

  select(connectionId: string): void {
    const list = this.enter(connectionId);
    this.screen = 'installation';
    void list.read();
    void this.#shown.preferences.change({ lastConnectionId: connectionId });
  }

  /** Makes the installation the current one, without reading its list. */
  enter(connectionId: string): WebhookList {
    if (this.selectedId !== connectionId) this.close();
    this.selectedId = connectionId;
    this.list = this.#shown.lists.open(connectionId);
    return this.list;
  }

  show(screen: Screen): void {
    this.close();
    this.screen = screen;
  }

  /** Opens a webhook of the current installation beside the screen in sight. */
  async open(webhookId: number): Promise<void> {
    const { connection, list } = this;
    if (connection === null) return;
    this.#leaveScreenWithoutEditor();
    await this.#shown.editor.open(connection, webhookId, list);
  }

  /** @returns `null` if the editor does not show the webhook */
  async openOf(connectionId: string, webhookId: number): Promise<Draft | null> {
    if (this.#shown.connections.find(connectionId) === undefined) return null;
    this.enter(connectionId);
    await this.open(webhookId);
    const { draft } = this.#shown.editor;
    return draft?.base?.id === webhookId && draft.connectionId === connectionId ? draft : null;
  }

  /** @returns `false` if it is not open, or the person left the plan while it was read */
  async openPayloadFromPlan(connectionId: string, webhookId: number): Promise<boolean> {
    const draft = await this.openOf(connectionId, webhookId);
    if (draft === null || this.screen !== 'plan') return false;
    this.#shown.editor.tab = 'payload';
    return true;
  }

  openListed(connectionId: string, webhook: ListedWebhook | ListedSummary): void {
    if (webhook.id !== null) {
      void this.openOf(connectionId, webhook.id);
      return;
    }
    this.enter(connectionId);
    this.#leaveScreenWithoutEditor();
    this.#shown.editor.show({ kind: 'unaddressable', key: webhook.key });
  }

  async resume(draft: Draft, tab: EditorTab | null = null): Promise<void> {
    const { screen } = this;
    if (this.#shown.connections.find(draft.connectionId) === undefined) return;
    if (this.selectedId !== draft.connectionId) this.select(draft.connectionId);
    this.screen = screen;
    this.openDraft(draft);
    if (tab === 'review') this.#shown.editor.goTo('review');
    else if (tab !== null) this.#shown.editor.tab = tab;
    await this.#shown.editor.refresh(draft);
  }

  openDraft(draft: Draft): void {
    this.#leaveScreenWithoutEditor();
    this.#shown.editor.showDraft(draft);
  }

  showPractice(): void {
    if (this.connection?.practice !== true) return;
    this.#leaveScreenWithoutEditor();
    this.#shown.editor.show({ kind: 'practice' });
  }

  showCoverage(): void {
    if (this.list === null) return;
    this.#leaveScreenWithoutEditor();
    this.#shown.editor.show({ kind: 'coverage' });
  }

  /** The coverage of one installation beside that of all. */
  showCoverageOf(connectionId: string): void {
    this.select(connectionId);
    this.screen = 'coverage';
    this.showCoverage();
  }

  showRemoteChange(key: WebhookKey): void {
    this.#shown.editor.show({ kind: 'remote-change', key });
  }

  /** The change beside the screen in sight. */
  showRemoteChangeOf(connectionId: string, key: WebhookKey): void {
    this.enter(connectionId);
    this.showRemoteChange(key);
  }

  /**
   * Opens the webhook with an earlier version as edits of the current one.
   * @returns a function that restores the draft; `null` if the webhook could not be opened
   */
  async takeIntoDraft(
    connectionId: string,
    webhookId: number,
    earlier: WebhookDefinition,
  ): Promise<(() => void) | null> {
    const draft = await this.openOf(connectionId, webhookId);
    if (draft?.base == null) return null;
    const back = draft.snapshot();
    // Recreated headers have new ids, which the merge takes from the current webhook.
    draft.restore(mergeWebhook(draft.base, earlier, draft.base).merged);
    this.#shown.editor.goTo('definition');
    return back;
  }

  /** `null` keeps the last filter. */
  showHistory(of: { connectionId: string } | { webhook: WebhookOfHistory } | null = null): void {
    if (of !== null) {
      this.#shown.history.changeFilter({ ...allOfHistory, ...of });
      this.#shown.history.sidePane = { kind: 'nothing' };
    }
    this.screen = 'history';
  }

  /** Sends nothing; the user starts the plan. @param of `undone`: closing an unsent plan leads back to this one */
  openPlan(source: PlanSource, of: Pick<PlanOrigin, 'fileName' | 'undone'> = {}): void {
    this.#leaveForPlan(source);
    this.#shown.plans.prepare(source, of);
  }

  /** Shows the plan. It starts at once if all webhooks are as the pauses left them. */
  async resumePauses(pauseIds: readonly string[]): Promise<void> {
    const source: SourceOf<'resume'> = { kind: 'resume', pauseIds: [...pauseIds] };
    this.#leaveForPlan(source);
    await this.#shown.plans.resumePauses(source);
  }

  /**
   * Undoes an update of the open webhook if it is unchanged since; otherwise opens the plan.
   * @returns the entry of the undo, or the plan if the person went on; `null` if the plan is open
   */
  async undoInPlace(entryId: string): Promise<string | Plan | null> {
    const { editor, plans } = this.#shown;
    const { screen, openedDraft: draft } = this;
    const { plan, undoneBy } = await plans.undo(entryId);
    const isShown = draft !== null && editor.shows(draft);
    if (undoneBy !== null && isShown) await editor.refresh(draft);
    if (undoneBy !== null) return undoneBy;
    if (!isShown || this.screen !== screen) return plan;
    this.reopenPlan(plan);
    this.#undoing = draft;
    return null;
  }

  showEntry(entryId: string, of: { connectionId: string } | { webhook: WebhookOfHistory }): void {
    this.showHistory(of);
    this.#shown.history.open(entryId);
  }

  /** Answers and secrets of the file's last plan apply again. */
  planFile(file: FileImport, connectionIds: readonly string[]): void {
    const source = file.sourceFor(connectionIds);
    if (source === null) return;
    this.#leaveForPlan(source);
    file.plan = this.#shown.plans.prepare(source, { fileName: file.name, earlier: file.plan });
  }

  reopenPlan(plan: Plan): void {
    this.#leaveForPlan(plan.source);
    this.#shown.plans.reopen(plan);
  }

  #leaveForPlan(source: PlanSource | null): void {
    this.close();
    this.#undoing = null;
    const isOfDrafts = source?.kind === 'drafts';
    if (isOfDrafts && this.screen !== 'plan') this.#origins.set('plan', draftsPlace);
    else this.#origins.open('plan', this.#place);
    this.screen = 'plan';
  }

  /** Notes the place in sight, to which `#leave` returns. */
  #enter(screen: Screen): void {
    this.#origins.open(screen, this.#place);
    this.show(screen);
  }

  /** Returns to the place from which a person opened the screen in sight. */
  #leave(): void {
    this.close();
    const { screen, connectionId } = this.#origins.of(this.screen) ?? draftsPlace;
    const isAnother = connectionId !== null && connectionId !== this.selectedId;
    if (isAnother && this.#shown.connections.find(connectionId) !== undefined)
      this.select(connectionId);
    this.screen = screen;
  }

  showPlan(planState: PlanState): void {
    this.#leaveForPlan(null);
    this.#shown.plans.show(planState);
  }

  /** The newest of these plans that runs or has a rest. */
  unfinishedPlan(planIds: readonly string[]): PlanState | undefined {
    return this.#shown.plans.unfinished.find(({ planId }) => planIds.includes(planId));
  }

  /** Plans what a plan left out, with the answers and secrets of that plan. */
  planRest(plan: Plan): void {
    const { rest, fileName } = plan;
    if (rest === null) return;
    this.#editRest(plan);
    this.#leaveForPlan(rest);
    this.#shown.plans.prepare(rest, { ...(fileName !== null && { fileName }), earlier: plan });
  }

  closePlan(): void {
    const draft = this.#undoing;
    const { current } = this.#shown.plans;
    if (current?.undone != null && !current.isBegun) {
      this.#shown.plans.reopen(current.undone);
      return;
    }
    if (current !== null) this.#editRest(current);
    this.#shown.plans.close();
    this.#leave();
    if (this.screen === 'edit-many' && this.editMany === null) this.#leave();
    if (draft !== null && this.#shown.drafts.get(draft.key) === draft) {
      void this.resume(draft, 'definition');
      this.#shown.editor.focus.request();
    }
    if (this.screen === 'compare') void this.#shown.compare.current?.compare();
  }

  /** @param asked the value to search for; `null` asks for one */
  showRotation(purpose: 'find' | 'rotate', asked: SearchedValue | null = null): void {
    this.#shown.rotation.begin(purpose, asked);
    this.#enter('rotation');
  }

  closeRotation(): void {
    this.#shown.rotation.search.forget();
    this.#leave();
  }

  startCompare(
    reference: Parameters<Compare['start']>[0],
    otherIds: readonly string[],
    webhook: CompareQuestion['webhook'] = null,
  ): void {
    this.show('compare');
    void this.#shown.compare.start(reference, otherIds, webhook);
  }

  openExport(start: Partial<ExportStart> = {}): void {
    this.#shown.exports.open({ webhooks: new Map(), draftIds: [], ...start });
    this.#enter('export');
  }

  closeExport(): void {
    this.#shown.exports.close();
    this.#leave();
  }

  openEditMany(selection: WebhookSelection): void {
    this.editMany?.stop();
    this.editMany = new EditMany(
      this.#shown.client.editMany,
      selection,
      (id) => this.#shown.connections.find(id)?.readOnly === true,
    );
    this.#enter('edit-many');
  }

  /** Edits go on with the webhooks that their plan did not change. */
  #editRest({ phase, source, run }: Plan): void {
    if (this.#origins.of('plan')?.screen !== 'edit-many') return;
    const isUndo = source?.kind === 'undo-matching' && run.written.length > 0;
    const rest = phase === 'running' || isUndo ? null : this.editMany?.without(run.written);
    if (rest !== this.editMany) this.editMany?.stop();
    this.editMany = rest ?? null;
  }

  closeEditMany(): void {
    this.editMany?.stop();
    this.editMany = null;
    this.#leave();
  }

  create(): void {
    if (this.connection === null || this.connection.readOnly) return;
    this.openDraft(this.#shown.drafts.create(this.connection));
    this.#shown.editor.goTo('definition');
  }

  /** @param lineage of the draft that is created again */
  createAgain(connection: ConnectionView, definition: WebhookDefinition, lineage?: string): void {
    const headers = definition.headers.map((header) => ({ ...header, id: null }));
    const draft = this.#shown.drafts.createFrom(connection, { ...definition, headers }, lineage);
    if (this.selectedId === connection.id) this.openDraft(draft);
  }

  restoreDraft(edit: DraftEdit): Draft {
    const draft = this.#shown.drafts.restore(edit);
    if (this.selectedId === draft.connectionId) this.openDraft(draft);
    return draft;
  }

  close(): void {
    this.#shown.editor.close();
  }

  #leaveScreenWithoutEditor(): void {
    const withoutEditor: readonly Screen[] = ['history', 'export', 'edit-many', 'compare'];
    if (withoutEditor.includes(this.screen)) this.screen = 'installation';
  }

  dropWithWebhook(draft: Draft): void {
    this.deleteDraft(draft);
    if (draft.base !== null) this.#shown.lists.get(draft.connectionId)?.drop(draft.base.id);
  }

  deleteDraft(draft: Draft): void {
    this.#shown.drafts.drop(draft);
    if (this.#shown.editor.shows(draft)) this.close();
  }

  /** Deletes the draft of a new or deleted webhook. */
  discard(draft: Draft): void {
    if (draft.base === null || draft.gone) this.dropWithWebhook(draft);
    else draft.discard();
  }

  leaveInstallation(connectionId: string): void {
    if (this.selectedId !== connectionId) return;
    this.close();
    this.selectedId = null;
    this.list = null;
  }
}

export const [getNavigation, setNavigation] = createContext<Navigation>();
