import type { ListEvent } from '#contract/webhooks.ts';
import type { LastListEvent } from '#contract/snapshots.ts';
import { inParts } from '#domain/in-parts.ts';
import { type ListedSummary, listedSummaryOf } from '#domain/webhook/listed.ts';
import type { Ports } from '../ports.ts';
import { withProgress } from '../progress.ts';
import type { InstallationList, Installations } from './client.ts';
import type { SnapshotPersistence } from './snapshot-persistence.ts';

/** Rows per event: small, so that other messages are not delayed. */
const rowsAtOnce = 500;

type Arriving = Extract<ListEvent, { kind: 'progress' | 'first' }>;

export async function* listWebhooks(
  ports: Pick<Ports, 'clock'>,
  installations: Installations,
  connectionId: string,
  signal?: AbortSignal,
): AsyncGenerator<ListEvent, void, void> {
  const client = await installations.open(connectionId);
  const reading = withProgress<Arriving, InstallationList>(
    (report) =>
      client.list({
        signal,
        onProgress: (progress) => report({ kind: 'progress', ...progress }),
        onFirst: (webhooks) => report({ kind: 'first', rows: webhooks.map(listedSummaryOf) }),
      }),
    { keyOf: ({ kind }) => kind },
  );
  let next = await reading.next();
  while (next.done !== true) {
    yield next.value;
    next = await reading.next();
  }
  const { webhooks, readAt } = next.value;
  yield* rowEvents(webhooks, listedSummaryOf, ports.clock);
  yield { kind: 'end', readAt, total: webhooks.length };
}

export async function* lastList(
  ports: Pick<Ports, 'clock'>,
  snapshotPersistence: SnapshotPersistence,
  connectionId: string,
): AsyncGenerator<LastListEvent, void, void> {
  const snapshot = await snapshotPersistence.load(connectionId);
  if (snapshot === null) {
    yield { kind: 'end', readAt: null, total: 0 };
    return;
  }
  const { webhooks, readAt } = snapshot;
  const rows = [...webhooks.rows()];
  yield* rowEvents(rows, (row) => webhooks.summaryOf(row), ports.clock);
  yield { kind: 'end', readAt, total: rows.length };
}

async function* rowEvents<Row>(
  rows: readonly Row[],
  summaryOf: (row: Row) => ListedSummary,
  clock: Ports['clock'],
): AsyncGenerator<{ kind: 'rows'; rows: ListedSummary[] }, void, void> {
  for (const part of inParts(rows, rowsAtOnce)) {
    yield { kind: 'rows', rows: part.map(summaryOf) };
    await clock.yieldToEventLoop();
  }
}
