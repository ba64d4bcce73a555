import type { PlanState } from '#contract/plans.ts';
import type { Draft } from '../shared/drafts/draft.svelte.ts';
import { selectedDraftCommands } from '../workspace/commands/draft-commands.ts';
import type { Workspace } from '../workspace/workspace.svelte.ts';
import { counted } from '../ui/counted.ts';
import { momentOf } from '../ui/date-formats.ts';
import { type CommandOfGroup, ofThing } from './app-command.ts';

export function publishingCommands(workspace: Workspace): CommandOfGroup[] {
  const { drafts, connection, plans } = workspace;
  const { publishable } = drafts;
  const here = publishable.filter(({ connectionId }) => connectionId === connection?.id);
  const publish = (id: string, label: string, of: readonly Draft[]): CommandOfGroup =>
    of.length > 0 && {
      id,
      label,
      run: () => workspace.openPlan({ kind: 'drafts', draftIds: of.map(({ key }) => key) }),
    };
  const hereLabel = `${counted(here.length, 'draft')} of ${connection?.name ?? ''}`;
  const allLabel = `all ${counted(publishable.length, 'draft')}`;
  const hasOthers = publishable.length > here.length;
  return [
    ofThing('plan-ticked', selectedDraftCommands(workspace)?.publish),
    publish('plan-here', `Review and publish ${hereLabel}…`, here),
    hasOthers && publish('plan-all', `Review and publish ${allLabel}…`, publishable),
    ...plans.interrupted.flatMap((planState) => interruptedCommands(planState, workspace)),
  ];
}

function interruptedCommands(planState: PlanState, workspace: Workspace): CommandOfGroup[] {
  const { planId, title, startedAt } = planState;
  const about = `${title} (${momentOf(startedAt)})`;
  return [
    {
      id: `undone-${planId}`,
      label: `Show results: ${about}`,
      run: () => workspace.showPlan(planState),
    },
    {
      id: `resume-${planId}`,
      label: `Resume: ${about}`,
      run: () => workspace.showPlan(planState, true),
    },
  ];
}
