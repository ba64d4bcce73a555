/** The numbers of passed, failed and skipped checks or tests. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export const none: Counts = { passed: 0, failed: 0, skipped: 0 };
export const onePassed: Counts = { ...none, passed: 1 };
export const oneFailed: Counts = { ...none, failed: 1 };
export const oneSkipped: Counts = { ...none, skipped: 1 };

export const sum = (all: readonly Counts[]): Counts =>
  all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    }),
    none,
  );

/** `N passed, N failed`, and `, N skipped` for a number above 0. */
export function inWords({ passed, failed, skipped }: Counts): string {
  const words = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? words : `${words}, ${skipped} skipped`;
}

/** The exit code: 0 if nothing failed and something passed, otherwise 1. */
export const exitCodeOf = ({ passed, failed }: Counts): 0 | 1 =>
  failed === 0 && passed > 0 ? 0 : 1;
