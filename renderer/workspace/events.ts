import type { PlanSource } from '#contract/plans.ts';
import { summaryOf } from '#domain/webhook/webhook.ts';
import { isFromHere } from '../shared/drafts/publication.ts';
import type { DraftEvents } from '../shared/drafts/drafts.svelte.ts';
import type { Editor } from '../features/editor/editor.svelte.ts';
import type { TemplateMemories } from '../features/editor/payload/template-memory.svelte.ts';
import type { WebhookLists } from '../features/list/webhook-list.svelte.ts';
import type { Plan } from '../features/plan/plan.svelte.ts';
import type { PlanNotifications } from '../features/plan/plan-notifications.ts';
import type { Plans } from '../features/plan/plans.svelte.ts';
import { runSummary } from '../features/plan/run-labels.ts';
import type { AllWebhooks } from '../features/search/all-webhooks.svelte.ts';
import type { Notices } from '../shared/notices.svelte.ts';
import type { Connections } from '../shared/installations/connections.svelte.ts';
import type { Navigation } from './navigation.svelte.ts';

interface FollowsDrafts {
  readonly editor: Editor;
  readonly connections: Connections;
  readonly lists: WebhookLists;
  readonly templates: TemplateMemories;
  readonly notices: Notices;
}

export function draftEventsFor(followers: FollowsDrafts): DraftEvents {
  const { editor, connections, lists, templates, notices } = followers;
  return {
    onMoved: (from, to) => editor.follow(from, to),
    onBase: (draft, webhook) => {
      templates.of(draft.connectionId).settle(draft.key, webhook.id);
      lists.get(draft.connectionId)?.put(summaryOf(webhook));
    },
    onPublished: (draft) => {
      if (!editor.shows(draft) || isFromHere(draft.publication)) return;
      const name = connections.find(draft.connectionId)?.name ?? '';
      notices.notify(`“${draft.title}” was published to ${name}`);
    },
    onDiscarded: (draft) => {
      if (!editor.shows(draft)) return;
      if (draft.base === null) editor.close();
      notices.notify(`Edits of “${draft.title}” were discarded or moved in another window`);
    },
  };
}

interface FollowsPlans {
  readonly plans: Plans;
  readonly notices: Notices;
  readonly planNotifications: PlanNotifications;
  readonly lists: WebhookLists;
  readonly all: AllWebhooks;
  readonly navigation: Navigation;
}

/** Reads the current installation only: others are read when a person selects them. */
export function planEnded(followers: FollowsPlans, plan: Plan): void {
  const { planNotifications, navigation, notices, plans } = followers;
  const show = (): void => {
    navigation.reopenPlan(plan);
  };
  void planNotifications.noteEnd(plan, show);
  const isInSight = navigation.screen === 'plan' && plans.current === plan;
  // The editor tells of the undo of one change.
  const isOneUndo = plan.source?.kind === 'undo' && plan.source.entryIds.length === 1;
  if (!isInSight && !isOneUndo)
    notices.notify(`Plan ended: ${runSummary(plan).title}`, { label: 'Show results', run: show });
  endSelectionOf(followers, plan.source);
  if (plan.run.rows.some(({ connectionId }) => connectionId === navigation.selectedId)) {
    void navigation.list?.read();
  }
}

/** A selection ends with its plan. */
function endSelectionOf({ lists, all }: FollowsPlans, source: PlanSource | null): void {
  if (source?.kind !== 'webhooks' && source?.kind !== 'copy' && source?.kind !== 'pause') return;
  for (const { connectionId, webhooks } of source.selection) {
    lists.get(connectionId)?.deselect(webhooks.map(({ id }) => id));
  }
  all.deselect(
    source.selection.flatMap(({ connectionId, webhooks }) =>
      webhooks.map(({ id }) => ({ connectionId, webhookId: id })),
    ),
  );
}

interface ReadsAfterUnlock {
  readonly connections: Connections;
  readonly plans: Plans;
  readonly all: AllWebhooks;
  readonly editor: Editor;
  readonly navigation: Navigation;
}

export function readAfterUnlock(reader: ReadsAfterUnlock): void {
  const { connections, plans, all, editor, navigation } = reader;
  // The vault may be a new, empty one. The window reports a lost host itself.
  void connections.load().catch(() => undefined);
  void plans.loadUnfinished();
  if (all.problem?.code === 'vault-locked') void all.search();
  if (navigation.list?.problem?.code === 'vault-locked') void navigation.list.read();
  const plan = plans.current;
  if (plan?.problem?.code === 'vault-locked') {
    if (plan.phase === 'failed') void plan.prepare();
    else plan.problem = null;
  }
  const { opened } = editor;
  if (opened.kind === 'failed' && opened.problem.code === 'vault-locked') {
    void navigation.open(opened.webhookId);
  }
}
