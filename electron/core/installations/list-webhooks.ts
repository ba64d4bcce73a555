import type { ListEvent } from '#contract/index.ts';
import type { LastListEvent } from '#contract/snapshots.ts';
import { type ListedSummary, listedSummaryOf, type ListedWebhook } from '#domain/webhook/listed.ts';
import type { Ports } from '../ports.ts';
import { withProgress } from '../progress.ts';
import type { InstallationList, Installations } from './client.ts';
import type { SnapshotPersistence } from './snapshot-persistence.ts';
import type { Snapshots } from './snapshots.ts';

/** Rows per event: small, so that other messages are not delayed. */
const rowsAtOnce = 500;

export async function* listWebhooks(
  ports: Pick<Ports, 'clock'>,
  installations: Installations,
  connectionId: string,
  signal?: AbortSignal,
): AsyncGenerator<ListEvent, void, void> {
  const client = await installations.open(connectionId);
  const reading = withProgress<{ bytes: number; webhooks: number }, InstallationList>(
    (onProgress) => client.list({ signal, onProgress }),
  );
  let next = await reading.next();
  while (next.done !== true) {
    yield { kind: 'progress', ...next.value };
    next = await reading.next();
  }
  const { webhooks, readAt } = next.value;
  yield* inParts(webhooks, ports.clock);
  yield { kind: 'end', readAt, total: webhooks.length };
}

export async function* lastList(
  ports: Pick<Ports, 'clock'>,
  snapshots: Snapshots,
  snapshotPersistence: SnapshotPersistence,
  connectionId: string,
): AsyncGenerator<LastListEvent, void, void> {
  await snapshotPersistence.load(connectionId);
  const snapshot = snapshots.get(connectionId);
  const webhooks = [...(snapshot?.webhooks.values() ?? [])];
  yield* inParts(webhooks, ports.clock);
  const { readAt = null } = snapshot ?? {};
  yield { kind: 'end', readAt, total: webhooks.length };
}

async function* inParts(
  webhooks: readonly ListedWebhook[],
  clock: Ports['clock'],
): AsyncGenerator<{ kind: 'rows'; rows: ListedSummary[] }, void, void> {
  for (let start = 0; start < webhooks.length; start += rowsAtOnce) {
    yield { kind: 'rows', rows: webhooks.slice(start, start + rowsAtOnce).map(listedSummaryOf) };
    await clock.yieldToEventLoop();
  }
}
