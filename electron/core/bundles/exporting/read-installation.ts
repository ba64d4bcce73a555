import { ProblemError } from '#domain/problem.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { Connections } from '../../connections/connections.ts';
import type { Installations } from '../../installations/client.ts';
import type { Ports } from '../../ports.ts';
import { stopIfCancelled } from '../../problems.ts';
import type { SnapshotPersistence } from '../../installations/snapshot-persistence.ts';
import type { Snapshots } from '../../installations/snapshots.ts';
import { ago } from './age.ts';

export interface ReadingNeeds {
  readonly ports: Pick<Ports, 'clock'>;
  readonly installations: Installations;
  readonly connections: Connections;
  readonly snapshots: Snapshots;
  readonly snapshotPersistence: SnapshotPersistence;
}

/** What an installation holds, as far as it is known. */
export interface ReadInstallation {
  /** In the order of the list. */
  readonly webhooks: readonly ListedWebhook[];
  /** What a person should know of how it was read. */
  readonly notices: readonly string[];
}

/**
 * Reads an installation; where that cannot be done now, what was last read of it stands for it.
 *
 * @throws ProblemError `aborted` where a person cancelled it, `no-such-connection`
 */
export async function readInstallation(
  { ports, connections, installations, snapshots, snapshotPersistence }: ReadingNeeds,
  connectionId: string,
  signal: AbortSignal | undefined,
): Promise<ReadInstallation> {
  const { name } = connections.find(connectionId);
  try {
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const { webhooks } = await client.list({ signal });
    return { webhooks, notices: [] };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    stopIfCancelled(signal);
    await snapshotPersistence.load(connectionId);
    const snapshot = snapshots.get(connectionId);
    if (snapshot === null) {
      const none = `“${name}” could not be read, and nothing is known of it from before: it is left out.`;
      return { webhooks: [], notices: [`${none} ${error.problem.message}`] };
    }
    const { readAt, webhooks } = snapshot;
    const old = `“${name}” could not be read now, so it goes as it was last read: ${ago(readAt, ports.clock.now())}.`;
    return { webhooks: [...webhooks.values()], notices: [`${old} ${error.problem.message}`] };
  }
}
