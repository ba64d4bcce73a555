import { z } from 'zod';
import type { Counts } from '../counts.ts';
import { readReport } from './read-report.ts';

/** What is read of the file that Playwright's `json` reporter writes. */
const PlaywrightReport = z.object({
  stats: z.object({
    expected: z.int(),
    unexpected: z.int(),
    flaky: z.int(),
    skipped: z.int(),
  }),
});

/** A test that passed only when it was tried again has failed. */
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
