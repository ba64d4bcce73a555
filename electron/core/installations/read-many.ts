import type { FleetEvent } from '#contract/fleet.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { stopIfCancelled } from '../problems.ts';
import { eachAtMost } from './at-most.ts';
import type { Installations } from './client.ts';
import { LatestNews } from './latest-news.ts';

/** Installations that are read at the same time, at most. */
const atOnce = 6;

/**
 * Reads the webhooks of several installations, each with its own state,.
 * One that does not answer takes up its own place until its limits are over, and holds up none of the
 * others. Cancelling ends all of it at once: what was not read yet is `failed` with `aborted`.
 */
export async function* readMany(
  installations: Installations,
  connectionIds: readonly string[],
  signal?: AbortSignal,
): AsyncGenerator<FleetEvent, void, void> {
  const ids = [...new Set(connectionIds)];
  const news = new LatestNews<FleetEvent>();
  const left = new AbortController();
  const stop = AbortSignal.any(signal === undefined ? [left.signal] : [left.signal, signal]);
  for (const connectionId of ids) news.tell(connectionId, { connectionId, state: 'waiting' });
  eachAtMost(atOnce, ids, async (connectionId) => {
    news.tell(connectionId, await readOne(installations, connectionId, news, stop));
  }).then(
    () => {
      news.end();
    },
    (error: unknown) => {
      news.fail(error);
    },
  );
  try {
    yield* news.listen();
  } finally {
    left.abort();
  }
}

/** Reads one installation, and says how that ended. */
async function readOne(
  installations: Installations,
  connectionId: string,
  news: LatestNews<FleetEvent>,
  signal: AbortSignal,
): Promise<FleetEvent> {
  const onProgress = (progress: { bytes: number; webhooks: number }): void => {
    // A reading that was given up may go on for a moment.
    if (!signal.aborted) news.tell(connectionId, { connectionId, state: 'reading', ...progress });
  };
  try {
    stopIfCancelled(signal);
    onProgress({ bytes: 0, webhooks: 0 });
    const client = await installations.open(connectionId, { signal, waitForSignIn: false });
    const { webhooks, withoutId, readAt } = await client.list({ signal, onProgress });
    return { connectionId, state: 'done', readAt, total: webhooks.length, withoutId };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    const problem = signal.aborted ? cancelled : error.problem;
    return { connectionId, state: 'failed', problem };
  }
}

const cancelled = plainProblem(
  'aborted',
  'Reading was cancelled before this installation was read.',
  'Read it again when you need it.',
);
