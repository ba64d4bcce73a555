import { setTimeout as sleep } from 'node:timers/promises';
import type { HookdeskClient } from '#contract/index.ts';
import type { PlanRowView, RunEvent } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';
import { plainError } from '#domain/problem.ts';
import { confirm } from '../ask-in-terminal.ts';
import { type ExitCode, exitCodeOfApply, exitCodes } from '../exit-codes.ts';
import { planTable } from '../output/plan-table.ts';
import type { Results } from '../output/results.ts';
import { type Table, tableOf } from '../output/table.ts';
import type { CommandContext } from '../session/run-on-data-folder.ts';
import type { SecretsByName } from '../session/secret-source.ts';
import { changesOf, changesProduction, planResult, type Prepared } from './prepare-plan.ts';
import { counted } from '#domain/text/wording.ts';

/** Milliseconds between two readings of the installations while results are awaited. */
const stride = 10_000;
/** Milliseconds, because a timer may end early. */
const margin = 1_000;

/**
 * Waits for results of earlier requests, such as those of a killed command: a request that may
 * still arrive is not sent again. Ends with the time limits of the installations, or the signal.
 * @param connectionIds `null` for all installations
 */
export async function awaitResults(
  { client, output, signal }: CommandContext,
  connectionIds: string[] | null,
): Promise<void> {
  let { wait } = await client.journal.settle({ connectionIds });
  const end = performance.now() + wait + margin;
  while (wait > 0 && performance.now() < end) {
    const seconds = Math.ceil(wait / 1_000);
    output.note(
      `The result of an earlier request is not known yet. Hookdesk checks it for up to ${seconds} s. Ctrl C ends the wait.`,
    );
    await sleep(Math.min(wait, stride), undefined, { signal });
    ({ wait } = await client.journal.settle({ connectionIds }));
  }
}

/** Gives each value to the rows that need it. The rows afterwards. */
export async function giveSecrets(
  client: HookdeskClient,
  prepared: Prepared,
  secrets: SecretsByName,
): Promise<Prepared> {
  const values = secrets(
    prepared.rows.flatMap(({ needs }) =>
      needs.flatMap((need) => (need.kind === 'secret' ? [need.name] : [])),
    ),
  );
  const rows = new Map(prepared.rows.map((row) => [row.key, row]));
  const { planId } = prepared;
  for (const key of rows.keys()) {
    // The value for an earlier row may have served this one, too.
    const { connectionId = '', destination = '', needs = [] } = rows.get(key) ?? {};
    for (const need of needs) {
      const value = need.kind === 'secret' ? values.get(need.name) : undefined;
      if (need.kind !== 'secret' || value === undefined) continue;
      const secret = { connectionId, name: need.name, destination, value, remember: false };
      for await (const event of await client.plans.giveSecret({ planId, ...secret })) {
        if (event.kind === 'end') continue;
        for (const row of event.rows) if (rows.has(row.key)) rows.set(row.key, row);
      }
    }
  }
  const { rows: changed, unchanged } = changesOf([...rows.values()]);
  return { ...prepared, rows: changed, unchanged: prepared.unchanged + unchanged };
}

/** Whether a row lacks nothing but secrets, which the command that applies it gives. */
export const needsSecretsOnly = ({ state, needs }: PlanRowView): boolean =>
  state === 'undecided' && needs.every(({ kind }) => kind === 'secret');

/** @throws ProblemError('refused') when a row cannot be sent: then the plan sends nothing */
export function refuseUnready(
  rows: readonly PlanRowView[],
  outcome = 'Nothing was sent.',
  ways = 'Correct the folder, give the secrets with --secrets, or select others.',
): void {
  const unready = rows.filter(({ state }) => state !== 'ready').map(({ name }) => `“${name}”`);
  if (unready.length === 0) return;
  throw plainError(
    'refused',
    `Not ready: ${unready.join(', ')}. ${outcome}`,
    `See the reasons in the plan. ${ways}`,
  );
}

interface Applied {
  readonly result: Results['apply'];
  readonly needsSignIn: boolean;
}

interface ApplyOptions {
  /** Whether `--yes` gives the consent. */
  readonly isGiven: boolean;
  /** Whether the person named the installations. */
  readonly isNamed: boolean;
  readonly atOnce?: number;
  readonly question?: (count: number) => string;
  /** Sends the other rows when one cannot be sent. */
  readonly leavesUnready?: boolean;
}

/** Shows the plan, asks, sends its rows and prints the results. */
export async function reviewAndApply(
  { client, output, signal }: CommandContext,
  prepared: Prepared,
  { isGiven, isNamed, atOnce = 4, question = askToApply, leavesUnready = false }: ApplyOptions,
): Promise<ExitCode> {
  const interrupted = await interruptedPlans(client, prepared);
  if (interrupted.results.length > 0) {
    output.note('An earlier apply of these webhooks was interrupted. It has these results:');
    output.plan(resultTable(interrupted.results));
  }
  if (prepared.rows.length === 0) {
    await forget(client, interrupted.planIds);
    return nothingToApply(output, 'There is nothing to change.');
  }
  output.plan(planTable(await planResult(client, prepared)));
  const rows = prepared.rows.filter(({ state }) => state === 'ready' || state === 'unchanged');
  if (!leavesUnready || rows.length === 0) refuseUnready(prepared.rows);
  if (isGiven && !isNamed && changesProduction(prepared)) throw unnamedProduction();
  if (!isGiven && !(await confirm(question(rows.length), signal))) {
    output.note('Nothing was sent.');
    return exitCodes.error;
  }
  const { result, needsSignIn } = await applyPlan(client, { ...prepared, rows }, atOnce, signal);
  await forget(client, interrupted.planIds);
  output.result('apply', result, resultTable(result));
  return exitCodeOfApply({
    outcomes: result.map(({ outcome }) => outcome),
    needsSignIn,
    leavesRows: rows.length < prepared.rows.length,
  });
}

/** Prints an empty result, and why it is empty. */
export function nothingToApply(output: CommandContext['output'], why: string): ExitCode {
  output.result('apply', [], { columns: [], rows: [] });
  output.note(why);
  return exitCodes.done;
}

const unnamedProduction = () =>
  plainError(
    'refused',
    'The plan changes a production installation. Nothing was sent.',
    'Name it with --installation, or leave out --yes.',
  );

const askToApply = (count: number) => `Apply ${counted(count, 'change')}?`;

const resultTable = (results: Results['apply']): Table =>
  tableOf(results, {
    INSTALLATION: 'installation',
    ACTION: 'action',
    WEBHOOK: 'webhook',
    RESULT: 'outcome',
    NOTES: ({ notes }) => notes.join(' '),
  });

interface Interrupted {
  readonly planIds: readonly string[];
  /** Of the rows that were sent. */
  readonly results: Results['apply'];
}

/** Plans that a kill, Ctrl C or a failure ended, and whose rows this plan has too. */
async function interruptedPlans(
  client: HookdeskClient,
  { keys, targets }: Prepared,
): Promise<Interrupted> {
  const planIds: string[] = [];
  const all: Results['apply'] = [];
  const ended = (await client.plans.unfinished()).filter(({ status }) =>
    ['interrupted', 'cancelled', 'stopped'].includes(status),
  );
  for (const { planId } of ended) {
    const rows: PlanRowView[] = [];
    for await (const part of await client.plans.rows({ planId })) rows.push(...part);
    const { results } = await follow(await client.plans.watch({ planId }), () => undefined);
    // A webhook that was deleted has no row now.
    const isDone = (key: string): boolean => results.get(key)?.outcome === 'done';
    if (!rows.every(({ key }) => keys.has(key) || isDone(key))) continue;
    planIds.push(planId);
    const sent = resultsIn(rows, results, targets);
    all.push(
      ...sent.filter(({ outcome }) => outcome !== 'not-attempted' && outcome !== 'cancelled'),
    );
  }
  return { planIds, results: all };
}

async function forget(client: HookdeskClient, planIds: readonly string[]): Promise<void> {
  for (const planId of planIds) await client.plans.dismiss({ planId });
}

/** Sends all rows. When the signal aborts, waits for the requests that are sent. */
async function applyPlan(
  client: HookdeskClient,
  { planId, targets, rows }: Prepared,
  atOnce: number,
  signal: AbortSignal,
): Promise<Applied> {
  signal.throwIfAborted();
  await client.plans.run({ planId, keys: rows.map(({ key }) => key), options: { atOnce } });
  const cancel = (): void => {
    void client.plans.cancel({ planId });
  };
  signal.addEventListener('abort', cancel);
  const { results, needsSignIn } = await follow(await client.plans.watch({ planId }), cancel);
  signal.removeEventListener('abort', cancel);
  return { result: resultsIn(rows, results, targets), needsSignIn };
}

const resultsIn = (
  rows: readonly PlanRowView[],
  results: ReadonlyMap<string, RowResult>,
  targets: Prepared['targets'],
): Results['apply'] =>
  rows.map((row) => {
    const found = results.get(row.key);
    const { problem = null } = found ?? {};
    return {
      installation: targets.get(row.connectionId)?.name ?? row.connectionId,
      action: row.action,
      webhookId: found?.webhookId ?? row.webhookId,
      webhook: row.name,
      outcome: found?.outcome ?? 'not-attempted',
      notes: [...(found?.notes ?? []), ...(problem === null ? [] : [problem.message])],
    };
  });

/** A command cannot sign in again while it runs, so it then ends the plan. */
async function follow(events: AsyncIterable<RunEvent>, cancel: () => void) {
  const results = new Map<string, RowResult>();
  let needsSignIn = false;
  for await (const event of events) {
    if (event.kind === 'results') for (const each of event.results) results.set(each.key, each);
    else if (event.kind === 'state' && (event.planState.signInNeeded ?? []).length > 0) {
      needsSignIn = true;
      cancel();
    }
  }
  return { results, needsSignIn };
}
