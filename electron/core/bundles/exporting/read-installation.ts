import { ProblemError } from '#domain/problem.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import { stopIfCancelled } from '../../problems.ts';
import { ago } from './time-ago.ts';
import type { Parts } from '../../parts.ts';

export interface ReadInstallation {
  readonly webhooks: readonly ListedWebhook[];
  readonly notices: readonly string[];
}

/** Falls back to the last snapshot, except when cancelled. */
export async function readInstallation(
  { ports, connections, installations, snapshotPersistence }: Parts,
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
    const snapshot = await snapshotPersistence.load(connectionId);
    if (snapshot === null) {
      const none = `“${name}” could not be read and was never read before. It is not in the file.`;
      return { webhooks: [], notices: [`${none} ${error.problem.message}`] };
    }
    const { readAt, webhooks } = snapshot;
    const old = `“${name}” could not be read now. The file has its last known version: ${ago(readAt, ports.clock.now())}.`;
    return { webhooks: [...webhooks.values()], notices: [`${old} ${error.problem.message}`] };
  }
}
