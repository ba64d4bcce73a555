import type { PlanItem } from '../../publishing/plan.ts';
import type { BundlePlan, BundlePlanRow } from './bundle-plan.ts';

const actions = { create: 'create', update: 'update', removal: 'delete' } as const;

export function planItems(plan: BundlePlan, ticked: ReadonlySet<string>): PlanItem[] {
  return plan.rows.filter(({ key }) => ticked.has(key)).flatMap(itemOf);
}

export const tickedAtFirst = ({ rows }: BundlePlan): Set<string> =>
  new Set(rows.filter(({ ticked }) => ticked).map(({ key }) => key));

function itemOf({ key, connectionId, kind, base, definition }: BundlePlanRow): PlanItem[] {
  if (kind !== 'create' && kind !== 'update' && kind !== 'removal') return [];
  const action = actions[kind];
  return [
    {
      key,
      connectionId,
      action,
      base,
      definition,
      draftId: null,
      draftRevision: null,
      undoes: null,
    },
  ];
}
