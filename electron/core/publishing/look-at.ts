import { ProblemError } from '#domain/problem.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Ports, Target } from '../ports.ts';
import type { Snapshots } from '../installations/snapshots.ts';

/** A webhook on an installation. */
interface Spot {
  readonly connectionId: string;
  readonly target: Target;
  readonly id: number;
  /** Whether to wait where a person has to enter a new auth token; so it is unless told not to. */
  readonly patient?: boolean;
}

/**
 * The webhook as the service holds it now; `null` when it is gone. A wrong API root is not found
 * either, so a webhook counts as gone only when the list can be read and lacks it.
 */
export async function lookAt(
  { ports, snapshots }: { ports: Pick<Ports, 'webhooks' | 'clock'>; snapshots: Snapshots },
  { connectionId, target, id, patient = true }: Spot,
  signal?: AbortSignal,
): Promise<Webhook | null> {
  try {
    const live = await ports.webhooks.read(target, id, { signal, patient });
    snapshots.saw(connectionId, id, live, ports.clock.now());
    return live;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'not-found') throw error;
  }
  const since = snapshots.begin();
  const { webhooks, withoutId } = await ports.webhooks.list(target, { signal, patient });
  snapshots.keep(connectionId, ports.clock.now(), webhooks, { since, withoutId });
  return webhooks.find((webhook) => webhook.id === id) ?? null;
}
