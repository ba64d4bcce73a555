import type { PrepareProgress } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import { fingerprintOf } from '../installations/fingerprint.ts';
import type { Parts } from '../parts.ts';
import { stopIfCancelled } from '../problems.ts';
import type { PreparedPlan } from './prepared-plan.ts';
import { progressOf } from './proposal.ts';

export type ReadingNeeds = Pick<Parts, 'ports' | 'connections' | 'installations'>;

/** Reads the list once, and decides the rows by it. A problem blocks them, and is reported. */
export async function readForPlan(
  { ports, connections, installations }: ReadingNeeds,
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
    if (plan.isOnThread) unaddressable = webhooks.filter(({ id }) => id === null).length;
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
