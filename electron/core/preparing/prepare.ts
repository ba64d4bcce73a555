import type { PrepareEvent, PrepareProgress } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import { eachInstallation } from '../each-installation.ts';
import { fingerprintOf } from '../installations/fingerprint.ts';
import type { Parts } from '../parts.ts';
import { stopIfCancelled } from '../problems.ts';
import { withProgress } from '../progress.ts';
import type { DecidedRows } from './decided-rows.ts';
import { PreparedPlan } from './prepared-plan.ts';
import { progressOf, type Proposal, type Proposing } from './proposal.ts';

interface Preparing {
  readonly planId: string;
  readonly propose: (how: Proposing) => Promise<Proposal>;
  /** Answers to it and secrets given to it apply again. */
  readonly earlier: PreparedPlan | undefined;
  /** Holds the rows of plans that need no thread. */
  readonly hostRows: DecidedRows;
  readonly signal: AbortSignal | undefined;
}

const keyOf = ({ connectionId }: PrepareProgress): string => connectionId ?? '';

/**
 * Proposes the rows of a plan, reads its installations, and decides the rows. Sends nothing. Returns `null` when
 * aborted while installations are read.
 */
export async function* prepare(
  parts: Parts,
  { planId, propose, earlier, hostRows, signal }: Preparing,
): AsyncGenerator<PrepareEvent, PreparedPlan | null, void> {
  const { ports } = parts;
  const proposal = yield* withProgress<PrepareProgress, Proposal>(
    (report, stop) => propose({ planId, report, signal: stop }),
    { keyOf, signal },
  );
  const { rows, connectionIds, blocked = [] } = proposal;
  if (rows !== null) hostRows.addPlan(planId, rows);
  const holder = rows === null ? ports.bundleWorker : hostRows;
  const answers = await earlier?.lastingAnswers();
  const plan = new PreparedPlan(ports, planId, proposal, holder, answers);
  let isWhole = false;
  try {
    for (const [connectionId, problem] of blocked) await plan.block(connectionId, problem);
    for (const connectionId of connectionIds) yield progressOf({ connectionId });
    yield* withProgress<PrepareProgress>(
      (report, stop) =>
        eachInstallation(connectionIds, (connectionId) =>
          readInstallation(parts, plan, connectionId, report, stop),
        ),
      { keyOf, signal },
    );
    if (signal?.aborted === true) return null;
    for (const changes of plan.firstChanges) yield* plan.changedRows(changes);
    isWhole = true;
    return plan;
  } finally {
    if (!isWhole) await plan.forget();
  }
}

/** Reads the list once, and decides the rows by it. A problem blocks them, and is reported. */
async function readInstallation(
  { ports, connections, installations }: Parts,
  plan: PreparedPlan,
  connectionId: string,
  report: (progress: PrepareProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  let read = 0;
  let unaddressable = 0;
  const reportStep = (
    step: PrepareProgress['step'],
    problem: PrepareProgress['problem'] = null,
  ): void => {
    report(progressOf({ connectionId, step, read, unaddressable, problem }));
  };
  try {
    stopIfCancelled(signal);
    reportStep('reading');
    const connection = connections.findWritable(connectionId);
    const { variant } = connection;
    await plan.addRememberedSecrets(connectionId);
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const onProgress = (progress: { webhooks: number }): void => {
      read = progress.webhooks;
      if (!signal.aborted) reportStep('reading');
    };
    const { webhooks } = await client.list({ signal, onProgress });
    read = webhooks.length;
    if (plan.proposal.rows === null) {
      unaddressable = webhooks.filter(({ id }) => id === null).length;
    }
    reportStep('planning');
    const fingerprint = fingerprintOf(ports, connection);
    await plan.decide({ connectionId, variant, fingerprint }, webhooks, signal);
    reportStep('done');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    reportStep('failed', error.problem);
    await plan.block(connectionId, error.problem);
  }
}
