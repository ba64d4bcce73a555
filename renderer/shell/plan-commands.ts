import { momentOf } from '../ui/date-formats.ts';
import type { Workspace } from '../shared/workspace/workspace.svelte.ts';
import { counted } from '../ui/counted.ts';
import { selectedDraftCommands } from '../shared/workspace/commands/draft-commands.ts';
import { selectedWebhookCommands } from '../shared/workspace/commands/webhook-commands.ts';
import { type AppCommand, ofThing } from './app-command.ts';

export function planCommands(workspace: Workspace): AppCommand[] {
  const { drafts, connections, connection, plans } = workspace;
  const writable = drafts.edited.filter(
    ({ connectionId }) => connections.find(connectionId)?.readOnly === false,
  );
  const here = writable.filter(({ connectionId }) => connectionId === connection?.id);
  const { current } = plans;
  const sets = [
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
  const selected = ofThing('plan-ticked', 'Drafts', selectedDraftCommands(workspace)?.publish);
  const ofSelected = selected === null ? [] : [selected];
  return [...chosenCommands(workspace), ...ofSelected, ...publishing, ...undone, ...goTo];
}

function chosenCommands(workspace: Workspace): AppCommand[] {
  const commands = selectedWebhookCommands(workspace);
  return (['copy-to', 'edit-many', 'turn-on', 'turn-off', 'delete'] as const)
    .map((change) => ofThing(`chosen-${change}`, 'Webhooks', commands?.[change]))
    .filter((command) => command !== null);
}
