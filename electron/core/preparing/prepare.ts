import type { PrepareEvent, PrepareProgress } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import { eachInstallation } from '../each-installation.ts';
import { fingerprintOf } from '../installations/fingerprint.ts';
import type { Parts } from '../parts.ts';
import { stopIfCancelled } from '../problems.ts';
import { withProgress } from '../progress.ts';
import type { HeldRows } from './held-rows.ts';
import { PreparedPlan } from './prepared-plan.ts';
import { progressOf, type Proposal, type Proposing } from './proposal.ts';

interface Needs extends Pick<Parts, 'ports' | 'connections' | 'installations'> {
  /** Rows of plans that need no thread. */
  readonly here: HeldRows;
}

interface Preparing {
  readonly planId: string;
  readonly propose: (how: Proposing) => Promise<Proposal>;
  /** Answers to it and secrets given to it apply again. */
  readonly earlier: PreparedPlan | undefined;
  readonly signal: AbortSignal | undefined;
}

const keyOf = ({ connectionId }: PrepareProgress): string => connectionId ?? '';

/** Sends nothing. Returns `null` when aborted while installations are read. */
export async function* prepare(
  needs: Needs,
  { planId, propose, earlier, signal }: Preparing,
): AsyncGenerator<PrepareEvent, PreparedPlan | null, void> {
  const { ports, here } = needs;
  const proposal = yield* withProgress<PrepareProgress, Proposal>(
    (report, stop) => propose({ planId, report, signal: stop }),
    { keyOf, signal },
  );
  const { rows, connectionIds, blocked = [] } = proposal;
  if (rows !== null) here.hold(planId, rows);
  const holder = rows === null ? ports.bundleWorker : here;
  const plan = new PreparedPlan(ports, planId, proposal, holder, earlier?.lastingAnswers);
  let isWhole = false;
  try {
    for (const [connectionId, problem] of blocked) await plan.block(connectionId, problem);
    for (const connectionId of connectionIds) yield progressOf({ connectionId });
    yield* withProgress<PrepareProgress>(
      (report, stop) =>
        eachInstallation(connectionIds, (connectionId) =>
          readInstallation(needs, plan, connectionId, report, stop),
        ),
      { keyOf, signal },
    );
    if (signal?.aborted === true) return null;
    for (const decided of plan.decided) yield* plan.changed(decided);
    isWhole = true;
    return plan;
  } finally {
    if (!isWhole) await plan.forget();
  }
}

/** Reads the list once, and decides the rows by it. A problem blocks them, and is reported. */
async function readInstallation(
  { ports, connections, installations }: Needs,
  plan: PreparedPlan,
  connectionId: string,
  report: (progress: PrepareProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  let read = 0;
  let unaddressable = 0;
  const say = (step: PrepareProgress['step'], problem: PrepareProgress['problem'] = null): void => {
    report(progressOf({ connectionId, step, read, unaddressable, problem }));
  };
  try {
    stopIfCancelled(signal);
    say('reading');
    const connection = connections.findWritable(connectionId);
    const { variant } = connection;
    await plan.takeRemembered(connectionId);
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const onProgress = (progress: { webhooks: number }): void => {
      read = progress.webhooks;
      if (!signal.aborted) say('reading');
    };
    const { webhooks } = await client.list({ signal, onProgress });
    read = webhooks.length;
    if (plan.proposal.rows === null)
      unaddressable = webhooks.filter(({ id }) => id === null).length;
    say('planning');
    const fingerprint = fingerprintOf(ports, connection);
    await plan.decide({ connectionId, variant, fingerprint }, webhooks, signal);
    say('done');
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    say('failed', error.problem);
    await plan.block(connectionId, error.problem);
  }
}
