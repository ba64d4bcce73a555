import type { LastListEvent } from '#contract/snapshots.ts';
import type { ListEvent, ReadManyEvent } from '#contract/webhooks.ts';
import { inParts } from '#domain/in-parts.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { type ListedSummary, listedSummaryOf } from '#domain/webhook/listed.ts';
import { eachInstallation } from '../each-installation.ts';
import type { Ports } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import { withProgress } from '../progress.ts';
import type { InstallationList, Installations } from './client.ts';
import type { SnapshotPersistence } from './snapshot-persistence.ts';

/** Rows per event: small, so that other messages are not delayed. */
const rowsAtOnce = 500;

type Arriving = Extract<ListEvent, { kind: 'progress' | 'first' }>;

/** Reads the list from the installation, and yields its progress, its first rows and then all rows. */
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

/** The rows of the last snapshot; sends no request. */
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

/** Reads the lists of several installations side by side. Yields the state of each, not its rows. */
export function readMany(
  installations: Installations,
  connectionIds: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<ReadManyEvent, void, void> {
  const ids = [...new Set(connectionIds)];
  return withProgress<ReadManyEvent>(
    (report, stop) => {
      for (const connectionId of ids) report({ connectionId, state: 'waiting' });
      return eachInstallation(ids, async (connectionId) => {
        report(await readOne(installations, connectionId, report, stop));
      });
    },
    { keyOf: ({ connectionId }) => connectionId, signal },
  );
}

async function readOne(
  installations: Installations,
  connectionId: string,
  report: (event: ReadManyEvent) => void,
  signal: AbortSignal,
): Promise<ReadManyEvent> {
  const onProgress = (progress: { bytes: number; webhooks: number }): void => {
    // A cancelled read can report for a moment longer.
    if (!signal.aborted) report({ connectionId, state: 'reading', ...progress });
  };
  try {
    stopIfCancelled(signal);
    onProgress({ bytes: 0, webhooks: 0 });
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const { webhooks, readAt } = await client.list({ signal, onProgress });
    return { connectionId, state: 'done', readAt, total: webhooks.length };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const problem = signal.aborted ? cancelled : error.problem;
    return { connectionId, state: 'failed', problem };
  }
}

const cancelled = plainProblem(
  'aborted',
  'The refresh was cancelled before this installation.',
  'Refresh the installation when you need it.',
);
