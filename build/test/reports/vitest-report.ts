import { z } from 'zod';
import type { Counts } from '../counts.ts';
import { readReport } from './read-report.ts';

/** What is read of the file that Vitest's `json` reporter writes. */
const VitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

export function vitestCounts(file: string): Counts | null {
  const report = readReport(file, VitestReport);
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  );
}
