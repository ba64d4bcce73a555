import type { About, ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { PlanSource, PlanState, WebhookSelection } from '#contract/plans.ts';
import type { SearchedValue } from '#contract/rotation.ts';
import type { IdDefect, ListedSummary, ListedWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { summaryOf, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { ExportStart } from '../../features/bundles/exporting/export-choice.svelte.ts';
import { Exports } from '../../features/bundles/exporting/exports.svelte.ts';
import type { FileImport } from '../../features/bundles/importing/file-import.svelte.ts';
import { Imports } from '../../features/bundles/importing/imports.svelte.ts';
import { Compare, type CompareQuestion } from '../../features/compare/compare.svelte.ts';
import { Connections } from '../installations/connections.svelte.ts';
import type { Draft } from '../drafts/draft.svelte.ts';
import { type DraftEvents, Drafts } from '../drafts/drafts.svelte.ts';
import { EditMany } from '../../features/edit-many/edit-many.svelte.ts';
import { Editor, type EditorTab } from '../../features/editor/editor.svelte.ts';
import { InstallationReadings } from '../../features/installations/sidebar/installation-readings.svelte.ts';
import { allOfHistory, type WebhookOfHistory } from '../../features/history/history-filter.ts';
import { History } from '../../features/history/history.svelte.ts';
import { DraftsOfPlans } from '../../features/plan/drafts-of-plans.ts';
import type { Plan } from '../../features/plan/plan.svelte.ts';
import { Plans } from '../../features/plan/plans.svelte.ts';
import { PlanNotifications } from '../../features/plan/plan-notifications.ts';
import type { Notifier } from '../../platform/notifications.ts';
import { Rotation } from '../../features/rotate/rotation.svelte.ts';
import { Preferences } from '../../features/settings/preferences.svelte.ts';
import { AllWebhooks } from '../../features/search/all-webhooks.svelte.ts';
import { Sessions } from '../../features/installations/session/sessions.svelte.ts';
import { TemplateMemory } from '../../features/editor/payload/template-settings.svelte.ts';
import { Vault } from '../secrets/vault.svelte.ts';
import { WebhookList } from '../../features/list/webhook-list.svelte.ts';
import type { Screen } from './screen.ts';

export class Workspace {
  readonly client: HookdeskClient;
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
  readonly editor: Editor;
  readonly all: AllWebhooks;
  readonly #lists = new Map<string, WebhookList>();
  readonly #memories = new Map<string, TemplateMemory>();
  #planFrom = $state<Screen>('drafts');
  #exportFrom: Screen = 'installation';
  #editManyFrom: Screen = 'installation';

  /** Webhooks whose targets a person selects. */
  copying = $state.raw<WebhookSelection | null>(null);
  /** Webhooks that a person drags. */
  dragged = $state.raw<WebhookSelection | null>(null);
  /** `null` until webhooks are edited together. */
  editMany = $state.raw<EditMany | null>(null);

  notify: (text: string) => void = () => undefined;
  about = $state.raw<About | null>(null);
  selectedId = $state<string | null>(null);
  list = $state.raw<WebhookList | null>(null);
  screen = $state<Screen>('installation');
  /** Whether the side pane covers the list, in a window with room for one. */
  sideInFront = $state(false);

  readonly connection: ConnectionView | null = $derived.by(() =>
    this.selectedId === null ? null : (this.connections.find(this.selectedId) ?? null),
  );

  /** The screen to which the one in sight belongs. */
  readonly area: Screen = $derived.by(() =>
    this.screen === 'plan' ? this.#planFrom : this.screen,
  );

  /** The webhooks that are selected in the list in sight. */
  readonly selection: WebhookSelection = $derived.by(() => {
    if (this.screen === 'all') return [...this.all.selection.byInstallation];
    const { connection, list } = this;
    if (connection === null || list === null || list.tickedIds.length === 0) return [];
    return [{ connectionId: connection.id, webhookIds: list.tickedIds }];
  });

  constructor(client: HookdeskClient, notifier: Notifier) {
    this.client = client;
    this.vault = new Vault(client);
    this.connections = new Connections(client, this.vault.withSecrets);
    this.drafts = new Drafts(client, this.connections);
    this.editor = new Editor(client.snapshots, this.connections, this.drafts);
    this.preferences = new Preferences(client);
    this.planNotifications = new PlanNotifications(notifier, this.preferences);
    this.all = new AllWebhooks(client);
    this.sessions = new Sessions(client, this.vault.withSecrets);
    this.readings = new InstallationReadings(client);
    this.history = new History(client.journal);
    const draftsOfPlans = new DraftsOfPlans(this.drafts);
    const order = (): string[] => this.connections.shown.map(({ id }) => id);
    this.plans = new Plans(
      client.plans,
      draftsOfPlans,
      (plan) => {
        this.#readAfter(plan);
        void this.planNotifications.noteEnd(plan, () => {
          this.reopenPlan(plan);
        });
      },
      order,
    );
    this.imports = new Imports(client.bundles);
    this.exports = new Exports(client.bundles, this.connections, this.drafts);
    this.compare = new Compare(client.comparisons, client.bundles, this.preferences, this.readings);
    this.rotation = new Rotation(client.rotation);
    this.drafts.events = this.#draftEvents();
    this.vault.onUsable(() => {
      this.#readAfterUnlock();
    });
  }

  async load(): Promise<void> {
    const [about] = await Promise.all([
      this.client.app.about(),
      this.preferences.load(),
      this.connections.load(),
      this.vault.load(),
    ]);
    this.about = about;
    void this.drafts.follow();
    void this.sessions.follow();
    void this.history.follow();
    void this.plans.look();
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
    let list = this.#lists.get(connectionId);
    if (list === undefined) {
      const newNames = () => this.drafts.newNamesOf(connectionId);
      list = new WebhookList(this.client, connectionId, newNames);
      this.#lists.set(connectionId, list);
      list.onread = () => {
        if (this.selectedId === connectionId) this.editor.retryRead();
      };
      void list.follow();
    }
    this.list = list;
    return list;
  }

  show(screen: 'all' | 'bundles' | 'compare' | 'coverage'): void {
    this.close();
    this.screen = screen;
  }

  /** Opens a webhook beside the list of all installations. */
  openFound(connectionId: string, webhook: ListedSummary): void {
    if (this.connections.find(connectionId) === undefined) return;
    this.enter(connectionId);
    this.screen = 'all';
    this.openListed(webhook);
  }

  refreshAll(): void {
    void this.readings.read(this.connections.shown.map(({ id }) => id));
  }

  forget(connectionId: string): void {
    this.#lists.get(connectionId)?.end();
    this.#lists.delete(connectionId);
    this.#memories.delete(connectionId);
    this.all.selection.forget(connectionId);
    if (this.selectedId === connectionId) {
      this.close();
      this.selectedId = null;
      this.list = null;
    }
  }

  async open(webhookId: number): Promise<void> {
    const { connection, list } = this;
    if (connection === null) return;
    this.#showEditor();
    await this.editor.open(connection, webhookId, list);
  }

  openListed(webhook: ListedWebhook | ListedSummary): void {
    if (webhook.id !== null) {
      void this.open(webhook.id);
      return;
    }
    this.#showEditor();
    this.editor.show({ kind: 'unaddressable', key: webhook.key });
  }

  idDefectOf({ base, connectionId }: Draft): IdDefect | null {
    if (base === null) return null;
    return this.#lists.get(connectionId)?.idDefects.get(base.id) ?? null;
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

  /** The next draft that can be published, of the same installation first; `null` if none is left. */
  draftAfter(draft: Draft): Draft | null {
    const others = this.drafts.edited.filter(
      (each) => each !== draft && this.connections.find(each.connectionId)?.readOnly === false,
    );
    const here = others.find(({ connectionId }) => connectionId === draft.connectionId);
    return here ?? others[0] ?? null;
  }

  openDraft(draft: Draft): void {
    this.#showEditor();
    this.editor.showDraft(draft);
  }

  practise(): void {
    if (this.connection?.practice !== true) return;
    this.#showEditor();
    this.editor.show({ kind: 'practice' });
  }

  showCoverage(): void {
    if (this.list === null) return;
    this.#showEditor();
    this.editor.show({ kind: 'coverage' });
  }

  /** The coverage of one installation beside that of all. */
  showCoverageBeside(connectionId: string): void {
    this.select(connectionId);
    this.screen = 'coverage';
    this.showCoverage();
  }

  showRemoteChange(key: WebhookKey): void {
    this.editor.show({ kind: 'elsewhere', key });
  }

  /** `null` keeps the last filter. */
  showHistory(of: { connectionId: string } | { webhook: WebhookOfHistory } | null = null): void {
    if (of !== null) {
      this.history.changeFilter({ ...allOfHistory, ...of });
      this.history.beside = { kind: 'nothing' };
    }
    this.screen = 'history';
  }

  /** Sends nothing; the user starts the plan. */
  openPlan(source: PlanSource, file: { readonly fileName?: string } = {}): void {
    this.#leaveForPlan(source);
    this.plans.prepare(source, file);
  }

  /** Undoes an update at once if the webhook is unchanged since. */
  undoAtOnce(entryId: string): Promise<void> {
    this.#leaveForPlan({ kind: 'undo', entryIds: [entryId] });
    return this.plans.undo(entryId);
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
    if (this.screen !== 'plan') {
      const isOfDrafts = source === null || source.kind === 'drafts' || this.screen === 'export';
      this.#planFrom = isOfDrafts ? 'drafts' : this.screen;
    }
    this.screen = 'plan';
  }

  showPlan(planState: PlanState, andResume = false): void {
    this.close();
    this.screen = 'plan';
    if (andResume) void this.plans.resumeUndone(planState);
    else this.plans.show(planState);
  }

  closePlan(): void {
    this.plans.close();
    this.close();
    this.screen = this.#planFrom;
    this.#planFrom = 'drafts';
    if (this.screen === 'compare') void this.compare.current?.compare();
  }

  /** @param asked the value to search for; `null` asks for one */
  showRotation(purpose: 'find' | 'rotate', asked: SearchedValue | null = null): void {
    this.close();
    this.rotation.begin(purpose, asked);
    this.screen = 'rotation';
  }

  closeRotation(): void {
    this.rotation.search.forget();
    this.close();
    this.screen = 'installation';
  }

  /** Opens a webhook of any installation beside the screen in sight. */
  async openBeside(connectionId: string, webhookId: number): Promise<void> {
    const { screen } = this;
    this.select(connectionId);
    this.screen = screen;
    this.editor.focus.request();
    await this.open(webhookId);
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
    this.close();
    if (this.screen !== 'export')
      this.#exportFrom = this.screen === 'plan' ? 'drafts' : this.screen;
    this.exports.open({ webhooks: new Map(), draftIds: [], ...start });
    this.screen = 'export';
  }

  showExport(): void {
    this.close();
    this.screen = 'export';
  }

  closeExport(): void {
    this.exports.close();
    this.screen = this.#exportFrom;
  }

  /** Writable installations, without the one that all the webhooks come from. */
  copyTargets(selection: WebhookSelection): ConnectionView[] {
    const sources = new Set(selection.map(({ connectionId }) => connectionId));
    return this.connections.shown.filter(
      ({ id, readOnly }) => !readOnly && !(sources.size === 1 && sources.has(id)),
    );
  }

  openEditMany(selection: WebhookSelection): void {
    this.close();
    this.editMany?.close();
    if (this.screen !== 'edit-many' && this.screen !== 'plan') this.#editManyFrom = this.screen;
    this.editMany = new EditMany(this.client.editMany, selection);
    this.screen = 'edit-many';
  }

  closeEditMany(): void {
    this.editMany?.close();
    this.editMany = null;
    this.screen = this.#editManyFrom;
  }

  templatesOf(connectionId: string): TemplateMemory {
    const existing = this.#memories.get(connectionId);
    if (existing !== undefined) return existing;
    const memory = new TemplateMemory(this.client, connectionId);
    this.#memories.set(connectionId, memory);
    return memory;
  }

  async saveEdits(): Promise<void> {
    const memories = [...this.#memories.values()];
    await Promise.allSettled([this.drafts.flushNow(), ...memories.map((each) => each.flush())]);
  }

  create(original: WebhookDefinition | null = null): void {
    if (this.connection === null || this.connection.readOnly) return;
    this.openDraft(this.drafts.create(this.connection, original));
    this.editor.tab = 'definition';
    this.editor.focus.request();
  }

  restore(connection: ConnectionView, definition: WebhookDefinition): void {
    const draft = this.drafts.createFrom(connection, definition);
    if (this.selectedId === connection.id) this.openDraft(draft);
  }

  close(): void {
    this.editor.close();
  }

  #draftEvents(): DraftEvents {
    return {
      onMoved: (from, to) => {
        this.editor.follow(from, to);
      },
      onBase: (draft, webhook) => {
        this.templatesOf(draft.connectionId).settle(draft.key, webhook.id);
        this.#lists.get(draft.connectionId)?.put(summaryOf(webhook));
      },
      onPublished: (draft) => {
        if (!this.editor.shows(draft) || draft.publishedHere) return;
        const { title } = draft;
        const name = this.connections.find(draft.connectionId)?.name ?? '';
        this.notify(`“${title}” was published to ${name}`);
      },
      onDiscarded: (draft) => {
        if (!this.editor.shows(draft)) return;
        if (draft.base === null) this.close();
        this.notify(`Edits of “${draft.title}” were discarded or moved in another window`);
      },
    };
  }

  dropWithWebhook(draft: Draft): void {
    this.drafts.drop(draft);
    if (draft.base !== null) this.#lists.get(draft.connectionId)?.drop(draft.base.id);
    if (this.editor.shows(draft)) this.close();
  }

  /** Other installations are read when the user selects them. */
  #readAfter(plan: Plan): void {
    const { rows, results } = plan.run;
    this.all.selection.remove(
      rows.flatMap(({ key, action, connectionId, webhookId }) =>
        action === 'delete' && webhookId !== null && results.get(key)?.outcome === 'done'
          ? [{ connectionId, webhookId }]
          : [],
      ),
    );
    if (plan.run.rows.some((row) => row.connectionId === this.selectedId)) void this.list?.read();
  }

  #showEditor(): void {
    const besideNothing: readonly Screen[] = ['history', 'export', 'edit-many', 'compare'];
    if (besideNothing.includes(this.screen)) this.screen = 'installation';
  }

  #readAfterUnlock(): void {
    void this.plans.look();
    if (this.all.problem?.code === 'vault-locked') void this.all.search();
    if (this.list?.problem?.code === 'vault-locked') void this.list.read();
    const { opened } = this.editor;
    if (opened.kind === 'failed' && opened.problem.code === 'vault-locked') {
      void this.open(opened.webhookId);
    }
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
