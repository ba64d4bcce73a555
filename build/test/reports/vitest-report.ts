import { z } from 'zod';
import type { Counts } from '../counts.ts';
import { readReport } from './read-report.ts';

/** The fields read from the report of Vitest's `json` reporter. */
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
