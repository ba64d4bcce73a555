import type { ConnectionView } from '#contract/index.ts';
import type { Plan } from './plan.svelte.ts';
import type { PlanInstallation } from './plan-sections.svelte.ts';

export interface LockedOut {
  readonly connection: ConnectionView;
  readonly rows: number;
}

export function lockedOutOf(
  { phase, run }: Pick<Plan, 'phase'> & { run: Pick<Plan['run'], 'state' | 'results' | 'has'> },
  installations: readonly Pick<PlanInstallation, 'connectionId' | 'rows'>[],
  find: (connectionId: string) => ConnectionView | undefined,
): LockedOut[] {
  const needed = phase === 'running' ? (run.state?.signInNeeded ?? []) : [];
  return installations.flatMap(({ connectionId, rows }) => {
    const connection = find(connectionId);
    if (connection === undefined) return [];
    const waiting = rows.filter((row) =>
      phase === 'prepared'
        ? row.problem?.code === 'unauthorized'
        : needed.includes(connection.id) && run.has(row) && !run.results.has(row.key),
    );
    return waiting.length === 0 ? [] : [{ connection, rows: waiting.length }];
  });
}
