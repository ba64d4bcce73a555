import { z } from 'zod';
import type { Counts } from '../counts.ts';
import { readReport } from './read-report.ts';

/** The fields read from the report of Playwright's `json` reporter. */
const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
});

/** Counts a flaky test, which passed only in a retry, as failed. */
export function playwrightCounts(file: string): Counts | null {
  const report = readReport(file, PlaywrightReport);
  return (
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
    }
  );
}
