import type { ConnectionView } from '#contract/index.ts';
import type { Plan } from '../../model/plans/plan.svelte.ts';
import type { InstallationRows } from './installations-of.ts';

/** An installation that rejects the auth token, and how many rows of a plan wait for a new one. */
export interface LockedOut {
  readonly connection: ConnectionView;
  readonly rows: number;
}

/** Installations that a person has to sign in to before a plan can go on, or be made. */
export function lockedOutOf(
  plan: Pick<Plan, 'phase' | 'standing' | 'results' | 'isRun'>,
  installations: readonly InstallationRows[],
): LockedOut[] {
  const needed = plan.phase === 'running' ? (plan.standing?.signInNeeded ?? []) : [];
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
