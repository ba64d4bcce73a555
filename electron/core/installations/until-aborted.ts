import { stopIfCancelled } from '../problems.ts';

/** @throws ProblemError `aborted` on abort; the shared work continues */
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
