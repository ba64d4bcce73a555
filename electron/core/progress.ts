interface ProgressOptions<Progress> {
  /** Reports with one key replace each other; all of them by default. */
  readonly keyOf?: (progress: Progress) => string;
  /** Aborts the work. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work that reports progress through a callback, as a generator that yields the reports and returns
 * the result. A slow consumer gets only the latest report of each key. The work's signal is aborted when
 * the consumer leaves.
 */
export async function* withProgress<Progress, Result = void>(
  work: (report: (progress: Progress) => void, signal: AbortSignal) => Promise<Result>,
  { keyOf = () => '', signal }: ProgressOptions<Progress> = {},
): AsyncGenerator<Progress, Result, void> {
  const left = new AbortController();
  const latest = new Map<string, Progress>();
  const state = { hasEnded: false };
  let changed = Promise.withResolvers<null>();
  const result = work(
    (progress) => {
      latest.set(keyOf(progress), progress);
      changed.resolve(null);
    },
    AbortSignal.any(signal === undefined ? [left.signal] : [left.signal, signal]),
  ).finally(() => {
    state.hasEnded = true;
    changed.resolve(null);
  });
  // The rejection is met at the end; until then nobody awaits it.
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
    left.abort();
  }
}
