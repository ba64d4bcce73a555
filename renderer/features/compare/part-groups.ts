import type { ComparedRow } from '#contract/comparisons.ts';
import type { PartDetails } from '#domain/comparison/part-details.ts';

type State = PartDetails['sides'][number]['state'];

/** Installations of one state; of one value, when it differs. */
export interface PartGroup {
  readonly state: State;
  readonly value: string | null;
  readonly connectionIds: readonly string[];
}

/** In the order in which groups are shown. */
export const stateLabels: Readonly<Record<State, string>> = {
  different: 'Different',
  unknown: 'Cannot tell: the secret is not reported',
  same: 'Same',
  ignored: 'Ignored',
  unreported: 'Not reported',
  lacks: 'Not supported by its variant',
};
const order = Object.keys(stateLabels);

/** Whether no installation has another value. */
export const isPlainPart = ({ sides }: PartDetails): boolean =>
  sides.every(({ state }) => state !== 'different' && state !== 'unknown');

/** Differing values first, then the equal ones as one group. */
export function groupsOf(
  { sides, values }: PartDetails,
  { cells }: Pick<ComparedRow, 'cells'>,
): PartGroup[] {
  const groups = new Map<string, { state: State; value: string | null; connectionIds: string[] }>();
  for (const { connectionId, side } of cells) {
    const found = side === null ? undefined : sides[side];
    if (found === undefined) continue;
    const { state } = found;
    // Only a different value is shown; every other state is named once.
    const at = state === 'different' ? `${state} ${found.value}` : state;
    const group = groups.get(at);
    if (group !== undefined) group.connectionIds.push(connectionId);
    else {
      groups.set(at, { state, value: values[found.value] ?? null, connectionIds: [connectionId] });
    }
  }
  return [...groups.values()].sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state));
}
