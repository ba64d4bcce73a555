import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandContext } from './command-context.ts';

/** Milliseconds between two readings of the installations. */
const stride = 10_000;
/** Milliseconds, because a timer may end early. */
const margin = 1_000;

/**
 * Waits for results of earlier requests, such as those of a killed command. While an installation may still process
 * a request, it is not sent again. Ends when the time limits of the installations are over, or with the signal.
 * @param connectionIds `null` for all installations
 */
export async function awaitResults(
  { client, output, signal }: CommandContext,
  connectionIds: string[] | null,
): Promise<void> {
  let { wait } = await client.journal.settle({ connectionIds });
  const end = performance.now() + wait + margin;
  while (wait > 0 && performance.now() < end) {
    const seconds = Math.ceil(wait / 1_000);
    output.note(
      `The result of an earlier request is not known yet. Hookdesk checks it for up to ${seconds} s. Ctrl C ends the wait.`,
    );
    await sleep(Math.min(wait, stride), undefined, { signal });
    ({ wait } = await client.journal.settle({ connectionIds }));
  }
}
