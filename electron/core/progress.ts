/**
 * Runs work that reports progress through a callback, as a generator that yields the reports and
 * returns the result. Reports that nobody took in time are dropped: only the latest counts.
 */
export async function* withProgress<Progress, Result>(
  work: (report: (progress: Progress) => void) => Promise<Result>,
): AsyncGenerator<Progress, Result, void> {
  const state: { latest: Progress | null; ended: boolean; wake: () => void } = {
    latest: null,
    ended: false,
    wake: () => undefined,
  };
  const result = work((progress) => {
    state.latest = progress;
    state.wake();
  }).finally(() => {
    state.ended = true;
    state.wake();
  });
  // The rejection is met at the end; until then nobody awaits it.
  result.catch(() => undefined);

  while (!state.ended) {
    if (state.latest === null) {
      await new Promise<void>((resolve) => {
        state.wake = resolve;
      });
    }
    const report = state.latest;
    state.latest = null;
    if (report !== null) yield report;
  }
  return await result;
}
