import { momentOf } from '../ui/date-formats.ts';
import { ChangeOfMany, changeOfManyWords } from '#domain/publishing/change-many.ts';
import type { Workspace } from '../shared/workspace/workspace.svelte.ts';
import { counted } from '../ui/counted.ts';
import type { AppCommand } from './app-command.ts';

export function planCommands(workspace: Workspace): AppCommand[] {
  const { drafts, connections, connection, plans } = workspace;
  const writable = drafts.edited.filter(
    ({ connectionId }) => connections.find(connectionId)?.readOnly === false,
  );
  const ticked = writable.filter(({ key }) => drafts.ticked.has(key));
  const here = writable.filter(({ connectionId }) => connectionId === connection?.id);
  const { current } = plans;
  const sets = [
    {
      id: 'ticked',
      of: ticked,
      label: `Review and publish ${counted(ticked.length, 'selected draft')}…`,
    },
    {
      id: 'here',
      of: here,
      label: `Review and publish ${counted(here.length, 'draft')} of ${connection?.name ?? ''}…`,
    },
    {
      id: 'all',
      of: writable,
      label: `Review and publish all ${counted(writable.length, 'draft')}…`,
    },
  ];
  const publishing = sets
    .filter((set) => set.of.length > 0)
    .map(({ id, of, label }) => ({
      id: `plan-${id}`,
      group: 'Drafts',
      label,
      run: () => {
        workspace.openPlan({ kind: 'drafts', draftIds: of.map(({ key }) => key) });
      },
    }));
  const undone = plans.interrupted.flatMap((planState) => {
    const about = `${planState.title} (${momentOf(planState.startedAt)})`;
    return [
      {
        id: `undone-${planState.planId}`,
        group: 'Drafts',
        label: `Show results: ${about}`,
        run: () => {
          workspace.showPlan(planState);
        },
      },
      {
        id: `resume-${planState.planId}`,
        group: 'Drafts',
        label: `Resume: ${about}`,
        run: () => {
          workspace.showPlan(planState, true);
        },
      },
    ];
  });
  const goTo =
    current === null || workspace.screen === 'plan'
      ? []
      : [
          {
            id: 'plan',
            group: 'Go to',
            label: 'Back to the plan',
            run: () => {
              workspace.close();
              workspace.screen = 'plan';
            },
          },
        ];
  return [...chosenCommands(workspace), ...publishing, ...undone, ...goTo];
}

function chosenCommands(workspace: Workspace): AppCommand[] {
  const { connection, list } = workspace;
  if (list === null || connection === null || connection.readOnly) return [];
  const { connectionId, tickedIds: webhookIds } = list;
  if (webhookIds.length === 0) return [];
  return ChangeOfMany.options.map((change) => ({
    id: `chosen-${change}`,
    group: 'Webhooks',
    label: `${changeOfManyWords[change]} ${counted(webhookIds.length, 'selected webhook')}…`,
    run: () => {
      workspace.openPlan({ kind: 'webhooks', connectionId, webhookIds, change });
    },
  }));
}
