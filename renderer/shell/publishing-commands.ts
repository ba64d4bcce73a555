import type { PlanState } from '#contract/plans.ts';
import type { Draft } from '../shared/drafts/draft.svelte.ts';
import { selectedDraftCommands } from '../workspace/commands/draft-commands.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { counted } from '../ui/counted.ts';
import { momentOf } from '../ui/date-formats.ts';
import { type CommandOfGroup, ofThing } from './app-command.ts';

export function publishingCommands(workspace: Workspace): CommandOfGroup[] {
  const { drafts, plans } = workspace;
  const { connection } = workspace.navigation;
  const { publishable } = drafts;
  const here = publishable.filter(({ connectionId }) => connectionId === connection?.id);
  const publish = (id: string, label: string, of: readonly Draft[]): CommandOfGroup =>
    of.length > 0 && {
      id,
      label,
      run: () =>
        workspace.navigation.openPlan({ kind: 'drafts', draftIds: of.map(({ key }) => key) }),
    };
  const hereLabel = `${counted(here.length, 'draft')} of ${connection?.name ?? ''}`;
  const all = counted(publishable.length, 'draft');
  const allLabel = publishable.length === 1 ? all : `all ${all}`;
  const hasOthers = publishable.length > here.length;
  return [
    ofThing('plan-ticked', selectedDraftCommands(workspace)?.publish),
    publish('plan-here', `Review and publish ${hereLabel}…`, here),
    hasOthers && publish('plan-all', `Review and publish ${allLabel}…`, publishable),
    ...plans.interrupted.map((planState) => interruptedCommand(planState, workspace)),
  ];
}

function interruptedCommand(planState: PlanState, workspace: Workspace): CommandOfGroup {
  const { planId, title, startedAt } = planState;
  return {
    id: `undone-${planId}`,
    label: `Show results: ${title} (${momentOf(startedAt)})`,
    run: () => workspace.navigation.showPlan(planState),
  };
}
