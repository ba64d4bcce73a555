import type { About } from '#contract/app.ts';
import type { ConnectionView, HookdeskClient } from '#contract/index.ts';
import type { WebhookSelection } from '#contract/plans.ts';
import { Environment } from '#domain/installation/connection.ts';
import { Exports } from '../features/bundles/exporting/bundle-export.svelte.ts';
import { Imports } from '../features/bundles/importing/file-import.svelte.ts';
import { ChangeNotifications } from '../features/changes/change-notifications.ts';
import { PauseNotifications } from '../features/pausing/pause-notifications.ts';
import { Changes } from '../features/changes/changes.svelte.ts';
import { Compare } from '../features/compare/compare.svelte.ts';
import { Connections } from '../shared/installations/connections.svelte.ts';
import type { Notices } from '../shared/notices.svelte.ts';
import { Drafts } from '../shared/drafts/drafts.svelte.ts';
import { Editor } from '../features/editor/editor.svelte.ts';
import { InstallationReadings } from '../shared/installations/installation-readings.svelte.ts';
import { History } from '../features/history/history.svelte.ts';
import { DraftsOfPlans } from '../features/plan/drafts-of-plans.ts';
import { Plans } from '../features/plan/plans.svelte.ts';
import { PlanNotifications } from '../features/plan/plan-notifications.ts';
import type { Notifier } from '../platform/notifications.ts';
import { Rotation } from '../features/rotate/value-search.svelte.ts';
import { Preferences } from '../shared/preferences.svelte.ts';
import { Updates } from '../features/settings/updates.svelte.ts';
import { AllWebhooks } from '../features/search/all-webhooks.svelte.ts';
import { Pauses } from '../shared/pauses/pauses.svelte.ts';
import { Sessions } from '../shared/installations/sessions.svelte.ts';
import { TemplateMemories } from '../features/editor/payload/template-memory.svelte.ts';
import { Vault } from '../shared/secrets/vault.svelte.ts';
import { WebhookLists } from '../features/list/webhook-list.svelte.ts';
import { draftEventsFor, planEnded, readAfterUnlock } from './events.ts';
import { Navigation } from './navigation.svelte.ts';

/** Production comes last: the first row of a plan is the one that a person tries. */
const bySafety = (a: ConnectionView, b: ConnectionView): number => dangerOf(a) - dangerOf(b);

const dangerOf = ({ environment }: ConnectionView): number =>
  -Environment.options.indexOf(environment ?? 'production');

export class Workspace {
  readonly client: HookdeskClient;
  readonly notices: Notices;
  readonly connections: Connections;
  readonly drafts: Drafts;
  readonly preferences: Preferences;
  readonly sessions: Sessions;
  readonly pauses: Pauses;
  readonly changes: Changes;
  readonly changeNotifications: ChangeNotifications;
  readonly pauseNotifications: PauseNotifications;
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
  readonly navigation: Navigation;
  about = $state.raw<About | null>(null);
  readonly selection: WebhookSelection = $derived.by(() => {
    if (this.navigation.screen === 'all') return [...this.all.selection.byInstallation];
    const { connection, list } = this.navigation;
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
      if (this.navigation.selectedId === connectionId) this.editor.retryRead();
    });
    this.preferences = new Preferences(client);
    this.planNotifications = new PlanNotifications(
      notifier,
      this.preferences,
      () => this.vault.isLocked,
    );
    this.all = new AllWebhooks(client);
    this.sessions = new Sessions(client, this.vault.withSecrets);
    this.pauses = new Pauses(client.pauses);
    this.changes = new Changes(client);
    this.changeNotifications = new ChangeNotifications({
      notifier,
      preferences: this.preferences,
      isLocked: () => this.vault.isLocked,
      nameOf: (id) => this.connections.nameOf(id),
    });
    this.pauseNotifications = new PauseNotifications({
      notifier,
      preferences: this.preferences,
      isLocked: () => this.vault.isLocked,
      onclick: () => {
        this.navigation.show('pauses');
      },
    });
    this.readings = new InstallationReadings(client, this.connections);
    this.history = new History(client.journal);
    this.plans = new Plans(
      client.plans,
      new DraftsOfPlans(this.drafts),
      this.pauses,
      (plan) => {
        planEnded(this, plan);
      },
      () => this.connections.shown.toSorted(bySafety).map(({ id }) => id),
    );
    this.imports = new Imports(client.bundles);
    this.exports = new Exports(client.bundles, this);
    this.compare = new Compare(client.comparisons, client.bundles, this.preferences, this.readings);
    this.rotation = new Rotation(client.rotation);
    this.navigation = new Navigation(this);
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
    void this.pauses.follow((pauses) => void this.pauseNotifications.note(pauses));
    void this.changes.follow((found) => {
      void this.changeNotifications.noteFound(found, () => {
        this.navigation.show('changes');
      });
    });
    void this.history.follow();
    void this.plans.loadUnfinished();
    void this.updates.follow();
    const last = this.preferences.settings.lastConnectionId;
    if (last !== null && this.connections.find(last) !== undefined) this.navigation.select(last);
  }

  /** Also for what another window changes. */
  #followMoved({ id, name }: ConnectionView, now: ConnectionView | undefined): void {
    const isCurrent = this.navigation.selectedId === id;
    this.forget(id);
    if (now === undefined) this.notices.notify(`${name} was removed from Hookdesk`);
    else if (isCurrent) void this.navigation.enter(id).read();
  }

  forget(connectionId: string): void {
    this.lists.forget(connectionId);
    this.templates.forget(connectionId);
    this.all.selection.forget(connectionId);
    this.navigation.leaveInstallation(connectionId);
  }

  async saveEdits(): Promise<void> {
    await Promise.allSettled([this.drafts.flushNow(), this.templates.flush()]);
  }
}
