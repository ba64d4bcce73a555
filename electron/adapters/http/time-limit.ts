export class TimeLimitPassed extends Error {
  override readonly name = 'TimeLimitPassed';
}

export function timeLimit(
  milliseconds: number,
  others: readonly (AbortSignal | undefined)[],
): Disposable & { readonly signal: AbortSignal } {
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new TimeLimitPassed());
  }, milliseconds);
  return {
    signal: AbortSignal.any([late.signal, ...others.filter((signal) => signal !== undefined)]),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
    },
  };
}
