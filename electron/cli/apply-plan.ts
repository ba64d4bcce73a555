import type { HookdeskClient } from '#contract/index.ts';
import type { PlanRowView, RunEvent } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import { plainError } from '#domain/problem.ts';
import { type ExitCode, exitCodes } from './exit-codes.ts';
import type { Results } from './output/results.ts';
import type { Prepared } from './prepare-plan.ts';

/** Gives each value to the rows that need it. The rows afterwards. */
export async function giveSecrets(
  client: HookdeskClient,
  prepared: Prepared,
  values: ReadonlyMap<string, string>,
): Promise<Prepared> {
  const rows = new Map(prepared.rows.map((row) => [row.key, row]));
  const { planId } = prepared;
  for (const { connectionId, destination, needs } of prepared.rows) {
    for (const need of needs) {
      const value = need.kind === 'secret' ? values.get(need.name) : undefined;
      if (need.kind !== 'secret' || value === undefined) continue;
      const secret = { name: need.name, destination, value, remember: false };
      for await (const event of await client.plans.giveSecret({
        planId,
        connectionId,
        ...secret,
      })) {
        if (event.kind === 'end') continue;
        for (const row of event.rows) if (rows.has(row.key)) rows.set(row.key, row);
      }
    }
  }
  const all = [...rows.values()];
  const changes = all.filter(({ state }) => state !== 'unchanged');
  return {
    ...prepared,
    rows: changes,
    unchanged: prepared.unchanged + all.length - changes.length,
  };
}

/** Whether a row lacks nothing but secrets, which the command that applies it gives. */
export const needsSecretsOnly = ({ state, needs }: PlanRowView): boolean =>
  state === 'undecided' && needs.every(({ kind }) => kind === 'secret');

/** @throws ProblemError('refused') when a row cannot be sent: then the plan sends nothing */
export function refuseUnready(rows: readonly PlanRowView[]): void {
  const unready = rows.filter(({ state }) => state !== 'ready').map(({ name }) => `“${name}”`);
  if (unready.length === 0) return;
  throw plainError(
    'refused',
    `Not ready: ${unready.join(', ')}. Nothing was sent.`,
    'See the reasons in the plan. Correct the folder, give the secrets with --secrets, or select others with --only.',
  );
}

export interface Applied {
  readonly result: Results['apply'];
  readonly exitCode: ExitCode;
}

/** Sends all rows. When the signal aborts, waits for the requests that are sent. */
export async function applyPlan(
  client: HookdeskClient,
  { planId, targets, rows }: Prepared,
  signal: AbortSignal,
): Promise<Applied> {
  signal.throwIfAborted();
  await client.plans.run({ planId, keys: rows.map(({ key }) => key), options: {} });
  const cancel = (): void => {
    void client.plans.cancel({ planId });
  };
  signal.addEventListener('abort', cancel);
  const { results, needsSignIn } = await followed(await client.plans.watch({ planId }), cancel);
  signal.removeEventListener('abort', cancel);
  const result = rows.map((row) => {
    const found = results.get(row.key);
    const notes = [
      ...(found?.notes ?? []),
      ...(found?.problem == null ? [] : [found.problem.message]),
    ];
    return {
      installation: targets.get(row.connectionId)?.name ?? row.connectionId,
      action: row.action,
      webhookId: found?.webhookId ?? row.webhookId,
      webhook: row.name,
      outcome: found?.outcome ?? ('not-attempted' as const),
      notes,
    };
  });
  const done = result.filter(({ outcome }) => outcome === 'done' || outcome === 'unchanged').length;
  if (done === result.length) return { result, exitCode: exitCodes.done };
  if (needsSignIn) return { result, exitCode: exitCodes.signInNeeded };
  const isPartly = result.some(({ outcome }) => ['done', 'differs', 'unknown'].includes(outcome));
  return { result, exitCode: isPartly ? exitCodes.partlyApplied : exitCodes.error };
}

/** A command cannot sign in again while it runs, so it then ends the plan. */
async function followed(events: AsyncIterable<RunEvent>, cancel: () => void) {
  const results = new Map<string, RowResult>();
  let needsSignIn = false;
  for await (const event of events) {
    if (event.kind === 'results') for (const each of event.results) results.set(each.key, each);
    else if ((event.planState.signInNeeded ?? []).length > 0) {
      needsSignIn = true;
      cancel();
    }
  }
  return { results, needsSignIn };
}
