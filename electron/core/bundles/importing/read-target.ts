import type { PrepareEvent } from '#contract/plans.ts';
import { ProblemError } from '#domain/problem.ts';
import type { RowAnswers } from '#domain/publishing/plan.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { GivenSecret } from '../../bundle-ports.ts';
import { noSuchPlan, stopIfCancelled } from '../../problems.ts';
import { fingerprintOf } from '../fingerprint.ts';
import type { RememberedSecrets } from './remembered-secrets.ts';
import type { Parts } from '../../parts.ts';

export type ReadProgress = Extract<PrepareEvent, { kind: 'installation' }>;

const webhooksPerTurn = 200;

interface Needs extends Pick<Parts, 'ports' | 'connections' | 'installations'> {
  readonly remembered: RememberedSecrets;
}

export interface ReadTarget {
  readonly variant: VariantId;
  /** By the key of the file's row. */
  readonly answers: ReadonlyMap<string, RowAnswers>;
  readonly secrets: readonly GivenSecret[];
}

/** Reports a problem as `failed` progress and returns `null`. */
export async function readTarget(
  { ports, connections, installations, remembered }: Needs,
  planId: string,
  connectionId: string,
  earlier: ReadTarget | undefined,
  report: (progress: ReadProgress) => void,
  signal: AbortSignal,
): Promise<ReadTarget | null> {
  let webhooks = 0;
  let unaddressable = 0;
  const say = (step: ReadProgress['step'], problem: ReadProgress['problem'] = null): void => {
    report({ kind: 'installation', connectionId, step, webhooks, unaddressable, problem });
  };
  try {
    stopIfCancelled(signal);
    say('reading');
    const connection = connections.findWritable(connectionId);
    const { variant } = connection;
    const kept = await remembered.of(connectionId);
    ports.secretsInUse.add(kept.map(({ value }) => value));
    const given = (earlier?.secrets ?? []).filter((secret) => !secret.remembered);
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const onProgress = (progress: { webhooks: number }): void => {
      webhooks = progress.webhooks;
      if (!signal.aborted) say('reading');
    };
    const list = await client.list({ signal, onProgress });
    webhooks = list.webhooks.length;
    unaddressable = list.webhooks.filter(({ id }) => id === null).length;
    say('planning');
    const fingerprint = fingerprintOf(ports, connection);
    await ports.bundleWorker.addTarget(planId, connectionId, fingerprint);
    for (let from = 0; from < webhooks; from += webhooksPerTurn) {
      const part = list.webhooks.slice(from, from + webhooksPerTurn);
      await ports.bundleWorker.addLive(planId, connectionId, part);
      await ports.clock.yieldToEventLoop();
      stopIfCancelled(signal);
    }
    const answers = earlier?.answers ?? new Map<string, RowAnswers>();
    const secrets = [...kept, ...given];
    const choices = { answers, secrets };
    const planned = await ports.bundleWorker.plan(planId, connectionId, variant, choices);
    if (planned === null) throw noSuchPlan();
    say('done');
    return { variant, answers, secrets };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    say('failed', error.problem);
    return null;
  }
}
