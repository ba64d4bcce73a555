import type { RunEvent } from '#contract/plans.ts';
import type { RowResult } from '#domain/publishing/plan.ts';

/** Results in one event: a message of 100,000 would hold the window up. */
const atOnce = 1_000;

/** Results as events, one at least. */
export function* inParts(results: readonly RowResult[]): Generator<RunEvent, void, void> {
  let start = 0;
  do {
    yield { kind: 'results', results: results.slice(start, start + atOnce) };
    start += atOnce;
  } while (start < results.length);
}
