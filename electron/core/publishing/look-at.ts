import { ProblemError } from '#domain/problem.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { Ports, Target } from '../ports.ts';
import type { Snapshots } from '../webhooks/snapshots.ts';

/**
 * The webhook as the service holds it now; `null` when it is gone. A wrong API root is not found
 * either, so a webhook counts as gone only when the list can be read and lacks it.
 */
export async function lookAt(
  { ports, snapshots }: { ports: Pick<Ports, 'webhooks' | 'clock'>; snapshots: Snapshots },
  { connectionId, target, id }: { connectionId: string; target: Target; id: number },
  signal?: AbortSignal,
): Promise<Webhook | null> {
  try {
    const live = await ports.webhooks.read(target, id, { signal });
    snapshots.note(connectionId, id, live);
    return live;
  } catch (error) {
    if (!(error instanceof ProblemError) || error.problem.code !== 'not-found') throw error;
  }
  const { webhooks } = await ports.webhooks.list(target, { signal });
  snapshots.keep(connectionId, ports.clock.now(), webhooks);
  return webhooks.find((webhook) => webhook.id === id) ?? null;
}
