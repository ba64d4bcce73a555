import type { About } from '#contract/app.ts';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { PlanSource, PlanState, WebhookSelection } from '#contract/plans.ts';
import type { SearchedValue } from '#contract/rotation.ts';
import type { ListedSummary, ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import type { DraftEdit } from '#domain/draft/stored-draft.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { ExportStart } from '../features/bundles/exporting/export-choice.svelte.ts';
import { Exports } from '../features/bundles/exporting/exports.svelte.ts';
import type { FileImport } from '../features/bundles/importing/file-import.svelte.ts';
import { Imports } from '../features/bundles/importing/imports.svelte.ts';
import { Compare, type CompareQuestion } from '../features/compare/compare.svelte.ts';
import { Connections } from '../shared/installations/connections.svelte.ts';
import type { Draft } from '../shared/drafts/draft.svelte.ts';
import type { Notices } from '../shared/notices.svelte.ts';
import { Drafts } from '../shared/drafts/drafts.svelte.ts';
import { EditMany } from '../features/edit-many/edit-many.svelte.ts';
import { Editor, type EditorTab } from '../features/editor/editor.svelte.ts';
import { InstallationReadings } from '../features/installations/sidebar/installation-readings.svelte.ts';
import { allOfHistory, type WebhookOfHistory } from '../features/history/history-filter.ts';
import { History } from '../features/history/history.svelte.ts';
import { DraftsOfPlans } from '../features/plan/drafts-of-plans.ts';
import type { Plan } from '../features/plan/plan.svelte.ts';
import { Plans } from '../features/plan/plans.svelte.ts';
import { PlanNotifications } from '../features/plan/plan-notifications.ts';
import type { Notifier } from '../platform/notifications.ts';
import { Rotation } from '../features/rotate/value-search.svelte.ts';
import { Preferences } from '../features/settings/preferences.svelte.ts';
import { Updates } from '../features/settings/updates.svelte.ts';
import { AllWebhooks } from '../features/search/all-webhooks.svelte.ts';
import { Sessions } from '../features/installations/session/sessions.svelte.ts';
import { TemplateMemories } from '../features/editor/payload/template-settings.svelte.ts';
import { Vault } from '../shared/secrets/vault.svelte.ts';
import type { WebhookList } from '../features/list/webhook-list.svelte.ts';
import { WebhookLists } from '../features/list/webhook-lists.ts';
import { draftEventsFor, planEnded, readAfterUnlock } from './events.ts';
import { Origins, type Place } from './origins.svelte.ts';
import type { Screen } from './screen.ts';

const draftsPlace: Place = { screen: 'drafts', connectionId: null };

export class Workspace {
  readonly client: HookdeskClient;
  readonly notices: Notices;
  readonly connections: Connections;
  readonly drafts: Drafts;
  readonly preferences: Preferences;
  readonly sessions: Sessions;
  readonly readings: InstallationReadings;
  readonly vault: Vault;
  readonly history: History;
  readonly plans: Plans;
  readonly planNotifications: PlanNotifications;
  readonly imports: Imports;
  readonly exports: Exports;
  readonly compare: Compare;
  readonly rotation: Rotation;
  readonly updates: Updates;
  readonly editor: Editor;
  readonly templates: TemplateMemories;
  readonly lists: WebhookLists;
  readonly all: AllWebhooks;
  readonly #origins = new Origins();
  /** The draft whose undo is the plan in sight. */
  #undoing: Draft | null = null;

  /** Webhooks whose targets a person selects. */
  copying = $state.raw<WebhookSelection | null>(null);
  dragged = $state.raw<WebhookSelection | null>(null);
  /** `null` until webhooks are edited together. */
  editMany = $state.raw<EditMany | null>(null);

  about = $state.raw<About | null>(null);
  selectedId = $state<string | null>(null);
  list = $state.raw<WebhookList | null>(null);
  screen = $state<Screen>('installation');
  /** Whether the side pane covers the list, in a window with room for one. */
  sideInFront = $state(false);
  /** Whether an editor has the room of the list beside it. */
  listHidden = $state(false);

  readonly connection: ConnectionView | null = $derived.by(() =>
    this.selectedId === null ? null : (this.connections.find(this.selectedId) ?? null),
  );

  readonly #place: Place = $derived({ screen: this.screen, connectionId: this.selectedId });
  /** The place of the sidebar from which the screen in sight was opened. */
  readonly area: Place = $derived(this.#origins.rootOf(this.#place));

  readonly selection: WebhookSelection = $derived.by(() => {
    if (this.screen === 'all') return [...this.all.selection.byInstallation];
    const { connection, list } = this;
    if (connection === null || list === null || list.tickedIds.length === 0) return [];
    return [{ connectionId: connection.id, webhooks: [...list.selected] }];
  });

  constructor(client: HookdeskClient, notifier: Notifier, notices: Notices) {
    this.client = client;
    this.notices = notices;
    this.vault = new Vault(client);
    this.connections = new Connections(client, this.vault.withSecrets);
    this.drafts = new Drafts(client, this.connections);
    this.editor = new Editor(client.snapshots, this.connections, this.drafts);
    this.templates = new TemplateMemories(client);
    this.lists = new WebhookLists(client, this.drafts, (connectionId) => {
      if (this.selectedId === connectionId) this.editor.retryRead();
    });
    this.preferences = new Preferences(client);
    this.planNotifications = new PlanNotifications(
      notifier,
      this.preferences,
      () => this.vault.isLocked,
    );
    this.all = new AllWebhooks(client);
    this.sessions = new Sessions(client, this.vault.withSecrets);
    this.readings = new InstallationReadings(client);
    this.history = new History(client.journal);
    this.plans = new Plans(
      client.plans,
      new DraftsOfPlans(this.drafts),
      (plan) => {
        planEnded(this, plan);
      },
      () => this.connections.shown.map(({ id }) => id),
    );
    this.imports = new Imports(client.bundles);
    this.exports = new Exports(client.bundles, this);
    this.compare = new Compare(client.comparisons, client.bundles, this.preferences, this.readings);
    this.rotation = new Rotation(client.rotation);
    this.drafts.events = draftEventsFor(this);
    this.updates = new Updates(client.updates);
    this.connections.onMoved = (before, now) => {
      this.#followMoved(before, now);
    };
    this.vault.onUsable = () => {
      readAfterUnlock(this);
    };
  }

  async load(): Promise<void> {
    const [about] = await Promise.all([
      this.client.app.about(),
      this.preferences.load(),
      this.connections.load(),
      this.vault.load(),
    ]);
    this.about = about;
    void this.connections.follow();
    void this.connections.followSecretAddresses();
    void this.drafts.follow();
    void this.sessions.follow();
    void this.history.follow();
    void this.plans.loadUnfinished();
    void this.updates.follow();
    const last = this.preferences.settings.lastConnectionId;
    if (last !== null && this.connections.find(last) !== undefined) this.select(last);
  }

  select(connectionId: string): void {
    const list = this.enter(connectionId);
    this.screen = 'installation';
    void list.read();
    void this.preferences.change({ lastConnectionId: connectionId });
  }

  /** Makes the installation the current one, without reading its list. */
  enter(connectionId: string): WebhookList {
    if (this.selectedId !== connectionId) this.close();
    this.selectedId = connectionId;
    this.list = this.lists.open(connectionId);
    return this.list;
  }

  show(screen: Screen): void {
    this.close();
    this.screen = screen;
  }

  refreshAll(): void {
    void this.readings.read(this.connections.shown.map(({ id }) => id));
  }

  /** Also for what another window changes. */
  #followMoved({ id, name }: ConnectionView, now: ConnectionView | undefined): void {
    const isCurrent = this.selectedId === id;
    this.forget(id);
    if (now === undefined) this.notices.notify(`${name} was removed from Hookdesk`);
    else if (isCurrent) void this.enter(id).read();
  }

  forget(connectionId: string): void {
    this.lists.forget(connectionId);
    this.templates.forget(connectionId);
    this.all.selection.forget(connectionId);
    if (this.selectedId === connectionId) {
      this.close();
      this.selectedId = null;
      this.list = null;
    }
  }

  /** Opens a webhook of the current installation beside the screen in sight. */
  async open(webhookId: number): Promise<void> {
    const { connection, list } = this;
    if (connection === null) return;
    this.#leaveScreenWithoutEditor();
    await this.editor.open(connection, webhookId, list);
  }

  async openOf(connectionId: string, webhookId: number): Promise<void> {
    if (this.connections.find(connectionId) === undefined) return;
    this.enter(connectionId);
    await this.open(webhookId);
  }

  openListed(connectionId: string, webhook: ListedWebhook | ListedSummary): void {
    if (webhook.id !== null) {
      void this.openOf(connectionId, webhook.id);
      return;
    }
    this.enter(connectionId);
    this.#leaveScreenWithoutEditor();
    this.editor.show({ kind: 'unaddressable', key: webhook.key });
  }

  async resume(draft: Draft, tab: EditorTab | null = null): Promise<void> {
    const { screen } = this;
    if (this.connections.find(draft.connectionId) === undefined) return;
    if (this.selectedId !== draft.connectionId) this.select(draft.connectionId);
    this.screen = screen;
    this.openDraft(draft);
    if (tab === 'review') {
      this.editor.review();
      this.editor.focus.request();
    } else if (tab !== null) this.editor.tab = tab;
    await this.editor.refresh(draft);
  }

  openDraft(draft: Draft): void {
    this.#leaveScreenWithoutEditor();
    this.editor.showDraft(draft);
  }

  showPractice(): void {
    if (this.connection?.practice !== true) return;
    this.#leaveScreenWithoutEditor();
    this.editor.show({ kind: 'practice' });
  }

  showCoverage(): void {
    if (this.list === null) return;
    this.#leaveScreenWithoutEditor();
    this.editor.show({ kind: 'coverage' });
  }

  /** The coverage of one installation beside that of all. */
  showCoverageOf(connectionId: string): void {
    this.select(connectionId);
    this.screen = 'coverage';
    this.showCoverage();
  }

  showRemoteChange(key: WebhookKey): void {
    this.editor.show({ kind: 'remote-change', key });
  }

  /** `null` keeps the last filter. */
  showHistory(of: { connectionId: string } | { webhook: WebhookOfHistory } | null = null): void {
    if (of !== null) {
      this.history.changeFilter({ ...allOfHistory, ...of });
      this.history.sidePane = { kind: 'nothing' };
    }
    this.screen = 'history';
  }

  /** Sends nothing; the user starts the plan. */
  openPlan(source: PlanSource, file: { readonly fileName?: string } = {}): void {
    this.#leaveForPlan(source);
    this.plans.prepare(source, file);
  }

  /**
   * Undoes an update of the open webhook if it is unchanged since; otherwise opens the plan.
   * @returns the entry of the undo; `null` if the plan is open
   */
  async undoInPlace(entryId: string): Promise<string | null> {
    const { draft } = this.editor;
    const { plan, undoneBy } = await this.plans.undo(entryId);
    if (undoneBy === null) {
      this.reopenPlan(plan);
      this.#undoing = draft;
    } else if (draft !== null && this.editor.shows(draft)) await this.editor.refresh(draft);
    return undoneBy;
  }

  showEntry(entryId: string, of: { connectionId: string } | { webhook: WebhookOfHistory }): void {
    this.showHistory(of);
    this.history.open(entryId);
  }

  /** Answers and secrets of the file's last plan apply again. */
  planFile(file: FileImport, connectionIds: readonly string[]): void {
    const source = file.sourceFor(connectionIds);
    if (source === null) return;
    this.#leaveForPlan(source);
    file.plan = this.plans.prepare(source, { fileName: file.name, earlier: file.plan });
  }

  reopenPlan(plan: Plan): void {
    this.#leaveForPlan(plan.source);
    this.plans.reopen(plan);
  }

  #leaveForPlan(source: PlanSource | null): void {
    this.close();
    this.#undoing = null;
    const isOfDrafts = source === null || source.kind === 'drafts';
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
    if (isAnother && this.connections.find(connectionId) !== undefined) this.select(connectionId);
    this.screen = screen;
  }

  showPlan(planState: PlanState, andResume = false): void {
    this.#leaveForPlan(null);
    if (andResume) void this.plans.resumeUndone(planState);
    else this.plans.show(planState);
  }

  closePlan(): void {
    const draft = this.#undoing;
    this.plans.close();
    this.#leave();
    if (draft !== null && this.drafts.get(draft.key) === draft) {
      void this.resume(draft, 'definition');
      this.editor.focus.request();
    }
    if (this.screen === 'compare') void this.compare.current?.compare();
  }

  /** @param asked the value to search for; `null` asks for one */
  showRotation(purpose: 'find' | 'rotate', asked: SearchedValue | null = null): void {
    this.rotation.begin(purpose, asked);
    this.#enter('rotation');
  }

  closeRotation(): void {
    this.rotation.search.forget();
    this.#leave();
  }

  startCompare(
    referenceId: string,
    otherIds: readonly string[],
    webhook: CompareQuestion['webhook'] = null,
  ): void {
    this.show('compare');
    const reference = { kind: 'installation' as const, connectionId: referenceId };
    void this.compare.start(reference, otherIds, webhook);
  }

  openExport(start: Partial<ExportStart> = {}): void {
    this.exports.open({ webhooks: new Map(), draftIds: [], ...start });
    this.#enter('export');
  }

  closeExport(): void {
    this.exports.close();
    this.#leave();
  }

  openEditMany(selection: WebhookSelection): void {
    this.editMany?.stop();
    this.editMany = new EditMany(
      this.client.editMany,
      selection,
      (id) => this.connections.find(id)?.readOnly === true,
    );
    this.#enter('edit-many');
  }

  closeEditMany(): void {
    this.editMany?.stop();
    this.editMany = null;
    this.#leave();
  }

  async saveEdits(): Promise<void> {
    await Promise.allSettled([this.drafts.flushNow(), this.templates.flush()]);
  }

  create(): void {
    if (this.connection === null || this.connection.readOnly) return;
    this.openDraft(this.drafts.create(this.connection));
    this.editor.tab = 'definition';
    this.editor.focus.request();
  }

  /** @param lineage of the draft that is created again */
  createAgain(connection: ConnectionView, definition: WebhookDefinition, lineage?: string): void {
    const headers = definition.headers.map((header) => ({ ...header, id: null }));
    const draft = this.drafts.createFrom(connection, { ...definition, headers }, lineage);
    if (this.selectedId === connection.id) this.openDraft(draft);
  }

  restoreDraft(edit: DraftEdit): Draft {
    const draft = this.drafts.restore(edit);
    if (this.selectedId === draft.connectionId) this.openDraft(draft);
    return draft;
  }

  close(): void {
    this.editor.close();
  }

  dropWithWebhook(draft: Draft): void {
    this.deleteDraft(draft);
    if (draft.base !== null) this.lists.get(draft.connectionId)?.drop(draft.base.id);
  }

  #leaveScreenWithoutEditor(): void {
    const withoutEditor: readonly Screen[] = ['history', 'export', 'edit-many', 'compare'];
    if (withoutEditor.includes(this.screen)) this.screen = 'installation';
  }

  deleteDraft(draft: Draft): void {
    this.drafts.drop(draft);
    if (this.editor.shows(draft)) this.close();
  }

  /** Deletes the draft of a new or deleted webhook. */
  discard(draft: Draft): void {
    if (draft.base === null || draft.gone) this.dropWithWebhook(draft);
    else draft.discard();
  }
}
