import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { isFailure, resultOf } from '#domain/publishing/results.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { WhileIdle } from '../../each-limit.ts';
import type { Completed } from '../completion.ts';
import { noOrigin, type Origin, type PublishContext, type Publishing } from '../context.ts';
import { CreateBatch, type NewWebhook } from '../create.ts';
import type { Claim } from '../intents.ts';
import { remove } from '../remove.ts';
import { RefusedRequest } from '../send.ts';
import { update } from '../update.ts';

/** Why a run begins nothing more. */
export type HaltReason = 'stopped' | 'cancelled' | 'closing';

/** Whether a run still begins requests, for all installations of a plan. The first reason counts. */
export class Halt {
  #reason: HaltReason | null = null;
  readonly #halted = new AbortController();

  get reason(): HaltReason | null {
    return this.#reason;
  }

  halt(reason: HaltReason): void {
    this.#reason ??= reason;
    this.#halted.abort();
  }

  /** Ends what waits for a person. */
  get signal(): AbortSignal {
    return this.#halted.signal;
  }
}

/** What a run of rows on one installation is given. */
export interface InstallationRun {
  readonly planId: string;
  readonly connectionId: string;
  /** In the order in which they are begun. */
  readonly rows: readonly PlanRow[];
  /** Requests at once. */
  readonly atOnce: number;
  readonly stopsOnFailure: boolean;
  readonly halt: Halt;
  readonly report: (result: RowResult) => void;
  /** A create was sent; its result is reported when the list was read. */
  readonly reportSent: (key: string) => void;
  /** Rows wait until a person has signed in again, or wait no longer. */
  readonly reportSignIn: (isNeeded: boolean) => void;
  readonly whileIdle: WhileIdle;
}

/**
 * Publishes rows on one installation, so many at once at most. Rows that are not begun because the run
 * halts get no result here. A row whose auth token is rejected waits for a new one, and is done again from
 * its beginning; what was sent is read back then.
 */
export async function runOnInstallation(
  publishing: Publishing,
  run: InstallationRun,
): Promise<void> {
  const { halt, rows, atOnce } = run;
  const report = (result: RowResult): void => {
    if (run.stopsOnFailure && isFailure(result)) halt.halt('stopped');
    run.report(result);
  };
  const letInAgain = signInGate(publishing, run);
  let context: PublishContext;
  try {
    context = await contextOf(publishing, run, letInAgain);
  } catch (error) {
    for (const row of rows) {
      if (halt.reason === null) report(failedRow(row, error));
    }
    return;
  }
  const planned = new Map(
    rows.filter(isCreateRow).map((row) => [row.key, plannedCreate(run, row)]),
  );
  const creates = new CreateBatch(context, [...planned.values()]);
  const claims = new Map<string, Claim>();
  let next = 0;
  const again: PlanRow[] = [];
  const takeRow = (): PlanRow | undefined => again.shift() ?? rows[next++];
  /** `null` where a create was sent: the list tells later what became of it. */
  const begin = async (row: PlanRow): Promise<RowResult | null> => {
    const origin = originOf(run, row);
    const { connectionId } = run;
    try {
      const webhookId = row.live?.id ?? null;
      const claim = await publishing.intents.claim({ ...origin, connectionId, webhookId });
      claims.set(row.key, claim);
      const create = planned.get(row.key);
      if (create !== undefined) {
        await creates.send(create);
        return null;
      }
      const result = await changeRow({ ...context, origin }, row);
      release(claims, row.key);
      return result;
    } catch (error) {
      release(claims, row.key);
      return failedRow(row, error);
    }
  };
  const lane = async (): Promise<void> => {
    while (halt.reason === null && !creates.isInDoubt) {
      const row = takeRow();
      if (row === undefined) return;
      const result = await begin(row);
      if (result === null) run.reportSent(row.key);
      else if (!isNotLetIn(result)) report(result);
      else if (await letInAgain()) again.push(row);
      else if (!halt.signal.aborted) report(result);
    }
  };
  try {
    do {
      await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, lane));
      // Nothing is under way any more: the list tells the creates apart.
      for (const [{ row }, { entry }] of await creates.readBack()) {
        release(claims, row.key);
        report(resultOf(row.key, entry));
      }
    } while (halt.reason === null && (next < rows.length || again.length > 0));
  } finally {
    await creates.release();
    for (const key of [...claims.keys()]) release(claims, key);
  }
}

function release(claims: Map<string, Claim>, key: string): void {
  claims.get(key)?.release();
  claims.delete(key);
}

/** What rows wait for together that are not let in; `false` where waiting is of no use, or the run halts. */
function signInGate(
  { installations }: Publishing,
  { connectionId, halt, reportSignIn, whileIdle }: InstallationRun,
): () => Promise<boolean> {
  let waiting: Promise<boolean> | null = null;
  return () => {
    if (waiting !== null) return waiting;
    if (halt.reason !== null || !installations.isLockedOut(connectionId)) {
      return Promise.resolve(false);
    }
    reportSignIn(true);
    waiting = whileIdle(() => installations.waitUntilLetIn(connectionId, halt.signal)).finally(
      () => {
        waiting = null;
        reportSignIn(false);
      },
    );
    return waiting;
  };
}

/** Nothing was applied of a row, because the installation rejected the auth token. */
const isNotLetIn = ({ outcome, problem }: RowResult): boolean =>
  outcome === 'failed' && problem?.code === 'unauthorized';

async function contextOf(
  { connections, installations, journal }: Publishing,
  { connectionId }: InstallationRun,
  letInAgain: () => Promise<boolean>,
): Promise<PublishContext> {
  connections.findWritable(connectionId);
  const client = await installations.open(connectionId, { waitForSignIn: false, letInAgain });
  return { client, journal, origin: noOrigin, knownIds: null };
}

const originOf = (
  { planId }: InstallationRun,
  { key: rowKey, undoes, draftId, draftRevision }: PlanRow,
): Origin => ({
  planId,
  rowKey,
  undoes,
  draftId,
  // Rows of a plan from before drafts had revisions: the draft may have been edited since.
  draftRevision: draftId === null ? null : (draftRevision ?? 0),
  despiteOpen: [],
});

type CreateRow = PlanRow & { readonly definition: WebhookDefinition };

const isCreateRow = (row: PlanRow): row is CreateRow =>
  row.action === 'create' && row.definition !== null;

interface PlannedCreate extends NewWebhook {
  readonly row: PlanRow;
}

const plannedCreate = (run: InstallationRun, row: CreateRow): PlannedCreate => ({
  row,
  definition: row.definition,
  origin: originOf(run, row),
});

/** Publishes a row that updates or deletes. */
async function changeRow(context: PublishContext, row: PlanRow): Promise<RowResult> {
  const { live, definition } = row;
  if (live === null) {
    // A delete of what was gone when the plan was prepared.
    if (definition === null) return unchangedRow(row);
    throw new ProblemError(row.problem ?? cannotBeSent);
  }
  const completed =
    definition === null
      ? await remove(context, live)
      : await resultOfSteps(update(context, live, definition));
  return completed === null ? unchangedRow(row) : resultOf(row.key, completed.entry);
}

async function resultOfSteps(
  steps: AsyncGenerator<unknown, Completed | null, void>,
): Promise<Completed | null> {
  for (;;) {
    const next = await steps.next();
    if (next.done === true) return next.value;
  }
}

/** A row that sent nothing, because the installation holds it already. */
const unchangedRow = ({ key, live, definition }: PlanRow): RowResult => ({
  key,
  outcome: 'unchanged',
  webhookId: live?.id ?? null,
  entryId: null,
  notes: [
    definition === null
      ? 'The webhook is gone there already.'
      : 'The installation holds this already.',
  ],
  problem: null,
});

/** A row that sent nothing, or was refused. A defect is thrown again. */
function failedRow({ key, live }: PlanRow, error: unknown): RowResult {
  if (error instanceof RefusedRequest) return resultOf(key, error.entry);
  if (!(error instanceof ProblemError)) throw error;
  return {
    key,
    outcome: 'failed',
    webhookId: live?.id ?? null,
    entryId: null,
    notes: [],
    problem: error.problem,
  };
}

const cannotBeSent = plainProblem(
  'refused',
  'This row cannot be sent.',
  'Look at what is there now.',
);
