import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { resultOf } from '#domain/publishing/row-results.ts';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { WhileIdle } from '../../each-installation.ts';
import type { Completed } from '../completion.ts';
import { noOrigin, type Origin, type PublishContext, type Publishing } from '../context.ts';
import { CreateBatch, type NewWebhook } from '../create.ts';
import type { Claim } from '../write-guard.ts';
import { remove } from '../remove.ts';
import { RefusedRequest } from '../send.ts';
import { update } from '../update.ts';
import type { Halt } from './halt.ts';

export interface InstallationRun {
  readonly planId: string;
  readonly connectionId: string;
  readonly rows: readonly PlanRow[];
  /** Requests that may run side by side. */
  readonly atOnce: number;
  readonly halt: Halt;
  readonly report: (result: RowResult) => void;
  /** The first request of the row is about to be sent. */
  readonly reportBegun: (key: string) => void;
  /** A create was sent; its result follows after the list is read. */
  readonly reportSent: (key: string) => void;
  readonly reportSignIn: (isNeeded: boolean) => void;
  readonly whileIdle: WhileIdle;
}

/**
 * Publishes the rows of a plan on one installation. Rows not begun when the run halts get no result. A row with
 * a rejected token waits and starts over.
 */
export async function runOnInstallation(
  publishing: Publishing,
  run: InstallationRun,
): Promise<void> {
  const { halt, rows, atOnce } = run;
  const report = (result: RowResult): void => {
    halt.haltAfter(result);
    run.report(result);
  };
  const signedInAgain = signInGate(publishing, run);
  let context: PublishContext;
  try {
    context = await contextOf(publishing, run, signedInAgain);
  } catch (error) {
    for (const row of rows) {
      if (halt.reason === null) report(failedRow(row, error));
    }
    return;
  }
  const plannedCreates = new Map(
    rows.filter(isCreateRow).map((row) => [row.key, plannedCreate(run, row)]),
  );
  const creates = new CreateBatch(context, [...plannedCreates.values()]);
  const claims = new Map<string, Claim>();
  let next = 0;
  const repeatedRows: PlanRow[] = [];
  const nextRow = (): PlanRow | undefined => repeatedRows.shift() ?? rows[next++];
  /** Returns `null` for a sent create, whose outcome only the list shows. */
  const sendRow = async (row: PlanRow): Promise<RowResult | null> => {
    const origin = originOf(run, row);
    const { connectionId } = run;
    const { action, definition: meant } = row;
    try {
      const webhookId = row.live?.id ?? null;
      const intent = { ...origin, action, connectionId, webhookId, meant };
      const claim = await publishing.guard.claim(intent);
      claims.set(row.key, claim);
      run.reportBegun(row.key);
      const create = plannedCreates.get(row.key);
      if (create !== undefined) {
        await creates.send(create);
        return null;
      }
      const result = await changeRow({ ...context, origin }, row);
      releaseClaim(claims, row.key);
      return result;
    } catch (error) {
      releaseClaim(claims, row.key);
      return failedRow(row, error);
    }
  };
  const sendRows = async (): Promise<void> => {
    while (halt.reason === null && !creates.isInDoubt) {
      const row = nextRow();
      if (row === undefined) return;
      const result = await sendRow(row);
      if (result === null) run.reportSent(row.key);
      else if (!isTokenRejected(result)) report(result);
      else if (await signedInAgain()) repeatedRows.push(row);
      else if (!halt.signal.aborted) report(result);
    }
  };
  try {
    do {
      await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, sendRows));
      // Creates can be told apart in the list only when none is running.
      for (const [{ row }, { entry }] of await creates.readBack()) {
        releaseClaim(claims, row.key);
        report(resultOf(row.key, entry));
      }
    } while (halt.reason === null && (next < rows.length || repeatedRows.length > 0));
  } finally {
    await creates.release();
    for (const key of [...claims.keys()]) releaseClaim(claims, key);
  }
}

function releaseClaim(claims: Map<string, Claim>, key: string): void {
  claims.get(key)?.release();
  claims.delete(key);
}

/** One shared wait for all rejected rows. Returns `false` when waiting is useless or the run halts. */
function signInGate(
  { installations }: Publishing,
  { connectionId, halt, reportSignIn, whileIdle }: InstallationRun,
): () => Promise<boolean> {
  let waiting: Promise<boolean> | null = null;
  return () => {
    if (waiting !== null) return waiting;
    if (halt.reason !== null || !installations.isSignInNeeded(connectionId)) {
      return Promise.resolve(false);
    }
    reportSignIn(true);
    waiting = whileIdle(() => installations.waitUntilSignedIn(connectionId, halt.signal)).finally(
      () => {
        waiting = null;
        reportSignIn(false);
      },
    );
    return waiting;
  };
}

const isTokenRejected = ({ outcome, problem }: RowResult): boolean =>
  outcome === 'failed' && problem?.code === 'unauthorized';

async function contextOf(
  { installations, journal }: Publishing,
  { connectionId }: InstallationRun,
  signedInAgain: () => Promise<boolean>,
): Promise<PublishContext> {
  const client = await installations.open(connectionId, { waitForSignIn: false, signedInAgain });
  return { client, journal, origin: noOrigin, knownIds: null };
}

const originOf = (
  { planId }: InstallationRun,
  { key: rowKey, undoes, draftId, draftRevision, lineage }: PlanRow,
): Origin => ({
  planId,
  rowKey,
  undoes,
  draftId,
  draftRevision,
  lineage,
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
  namedBefore: row.namedBefore,
  origin: originOf(run, row),
});

async function changeRow(context: PublishContext, row: PlanRow): Promise<RowResult> {
  const { action, live, definition } = row;
  let completed: Completed | null;
  if (action === 'delete') {
    // The webhook was gone when the plan was prepared.
    if (live === null) return unchangedRow(row);
    completed = await remove(context, live);
  } else {
    if (live === null || definition === null) throw new ProblemError(row.problem ?? cannotBeSent);
    completed = await runToEnd(update(context, live, definition));
  }
  return completed === null ? unchangedRow(row) : resultOf(row.key, completed.entry);
}

async function runToEnd(
  steps: AsyncGenerator<unknown, Completed | null, void>,
): Promise<Completed | null> {
  for (;;) {
    const next = await steps.next();
    if (next.done === true) return next.value;
  }
}

const unchangedRow = ({ key, live, action }: PlanRow): RowResult => ({
  key,
  outcome: 'unchanged',
  webhookId: live?.id ?? null,
  entryId: null,
  notes: [
    action === 'delete' ? 'The webhook is already deleted.' : 'The installation already matches.',
  ],
  problem: null,
});

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
  'Check the current version.',
);
