import type { PreparePlanEvent } from '#contract/bundle-import.ts';
import type { Decision } from '#domain/bundle/plan/bundle-plan.ts';
import { ProblemError } from '#domain/problem.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import type { GivenSecret } from '../../bundle-ports.ts';
import type { Ports } from '../../ports.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Installations } from '../../installations/client.ts';
import { stopIfCancelled } from '../../problems.ts';
import { noSuchPlan } from './import-problems.ts';
import type { RememberedSecrets } from './remembered-secrets.ts';

export type ReadProgress = Extract<PreparePlanEvent, { kind: 'progress' }>;

/** Webhooks handed over before the event loop runs other work. */
const stride = 200;

interface Needs {
  readonly ports: Pick<Ports, 'bundleWorker' | 'secretsInUse' | 'clock'>;
  readonly connections: Connections;
  readonly installations: Installations;
  readonly remembered: RememberedSecrets;
}

export interface ReadTarget {
  readonly variant: VariantId;
  readonly decisions: Map<string, Decision>;
  readonly secrets: readonly GivenSecret[];
}

/** Reports a problem as `failed` progress and returns `null`. */
export async function readTarget(
  { ports, connections, installations, remembered }: Needs,
  planId: string,
  connectionId: string,
  tell: (progress: ReadProgress) => void,
  signal: AbortSignal,
): Promise<ReadTarget | null> {
  let webhooks = 0;
  let unaddressable = 0;
  const say = (step: ReadProgress['step'], problem: ReadProgress['problem'] = null): void => {
    tell({ kind: 'progress', connectionId, step, webhooks, unaddressable, problem });
  };
  try {
    stopIfCancelled(signal);
    say('reading');
    const { variant } = connections.findWritable(connectionId);
    const secrets = await remembered.of(connectionId);
    ports.secretsInUse.add(secrets.map(({ value }) => value));
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const onProgress = (progress: { webhooks: number }): void => {
      webhooks = progress.webhooks;
      if (!signal.aborted) say('reading');
    };
    const list = await client.list({ signal, onProgress });
    const targets = addressable(list.webhooks);
    webhooks = list.webhooks.length;
    unaddressable = webhooks - targets.length;
    say('planning');
    for (let from = 0; from < targets.length; from += stride) {
      const part = targets.slice(from, from + stride);
      await ports.bundleWorker.addLive(planId, connectionId, part);
      await ports.clock.yieldToEventLoop();
      stopIfCancelled(signal);
    }
    const decisions = new Map<string, Decision>();
    const choices = { decisions, secrets };
    const planned = await ports.bundleWorker.plan(planId, connectionId, variant, choices);
    if (planned === null) throw noSuchPlan();
    say('done');
    return { variant, decisions, secrets };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    say('failed', error.problem);
    return null;
  }
}
