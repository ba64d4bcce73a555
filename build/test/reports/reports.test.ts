import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playwrightCounts } from './playwright-report.ts';
import { reportFile } from './report-file.ts';
import { vitestCounts } from './vitest-report.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'reports-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function written(content: unknown): string {
  const file = join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it('counts the tests of a Vitest report', () => {
  const report = { numPassedTests: 4, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(vitestCounts(written(report))).toEqual({ passed: 4, failed: 1, skipped: 3 });
});

it('counts the tests of a Playwright report, and flaky tests as failed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 3, duration: 1.5 };
  expect(playwrightCounts(written({ stats }))).toEqual({ passed: 4, failed: 2, skipped: 3 });
});

describe.each([vitestCounts, playwrightCounts])('%o', (counts) => {
  it('returns null for a missing or invalid file', () => {
    expect(counts(join(folder, 'none.json'))).toBeNull();
    expect(counts(written({ stats: {} }))).toBeNull();
  });
});

it('reportFile deletes the report of an earlier run', () => {
  const file = reportFile(folder, 'unit');
  writeFileSync(file, '{}');
  expect(reportFile(folder, 'unit')).toBe(file);
  expect(existsSync(file)).toBe(false);
});
