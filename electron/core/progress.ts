interface ProgressOptions<Progress> {
  /** Reports with the same key replace each other. Default: one key for all. */
  readonly keyOf?: (progress: Progress) => string;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work and yields its reports. A slow consumer gets only the latest report of each key. Leaving the
 * generator aborts the work.
 */
export async function* withProgress<Progress, Result = void>(
  work: (report: (progress: Progress) => void, signal: AbortSignal) => Promise<Result>,
  { keyOf = () => '', signal }: ProgressOptions<Progress> = {},
): AsyncGenerator<Progress, Result, void> {
  const ended = new AbortController();
  const latest = new Map<string, Progress>();
  const state = { hasEnded: false };
  let changed = Promise.withResolvers<null>();
  const result = work(
    (progress) => {
      latest.set(keyOf(progress), progress);
      changed.resolve(null);
    },
    AbortSignal.any(signal === undefined ? [ended.signal] : [ended.signal, signal]),
  ).finally(() => {
    state.hasEnded = true;
    changed.resolve(null);
  });
  // The rejection is awaited below, after the last report.
  result.catch(() => undefined);

  try {
    for (;;) {
      for (const [key, progress] of latest) {
        latest.delete(key);
        yield progress;
      }
      if (state.hasEnded) return await result;
      await changed.promise;
      changed = Promise.withResolvers();
    }
  } finally {
    ended.abort();
  }
}
