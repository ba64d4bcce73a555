import type { ReadManyEvent } from '#contract/webhooks.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { eachInstallation } from '../each-installation.ts';
import { stopIfCancelled } from '../problems.ts';
import { withProgress } from '../progress.ts';
import type { Installations } from './client.ts';

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
