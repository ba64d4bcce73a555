import { stopIfCancelled } from './problems.ts';

/** Waits for shared work, which continues on abort. @throws ProblemError `aborted` on abort */
export async function untilAborted<T>(
  work: Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  stopIfCancelled(signal);
  if (signal === undefined) return work;
  const { promise: cancelled, resolve } = Promise.withResolvers<null>();
  const cancel = (): void => {
    resolve(null);
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const done = await Promise.race([work.then((value) => ({ value })), cancelled]);
    if (done !== null) return done.value;
    stopIfCancelled(signal);
    return await work;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The events until the signal aborts, which ends them without an error. */
export async function* eventsUntil<Event>(
  signal: AbortSignal,
  events: AsyncIterable<Event>,
): AsyncGenerator<Event, void, void> {
  try {
    yield* events;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
