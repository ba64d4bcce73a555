import type { ConnectionView } from '#contract/index.ts';
import type { Plan } from './plan.svelte.ts';
import type { InstallationRows } from './installations-of.ts';

export interface LockedOut {
  readonly connection: ConnectionView;
  readonly rows: number;
}

export function lockedOutOf(
  plan: Pick<Plan, 'phase' | 'planState' | 'results' | 'isRun'>,
  installations: readonly InstallationRows[],
): LockedOut[] {
  const needed = plan.phase === 'running' ? (plan.planState?.signInNeeded ?? []) : [];
  return installations.flatMap(({ connection, rows }) => {
    if (connection === undefined) return [];
    const waiting = rows.filter((row) =>
      plan.phase === 'prepared'
        ? row.problem?.code === 'unauthorized'
        : needed.includes(connection.id) && plan.isRun(row) && !plan.results.has(row.key),
    );
    return waiting.length === 0 ? [] : [{ connection, rows: waiting.length }];
  });
}
