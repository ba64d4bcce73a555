import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import type { CheckResult } from './check.ts';
import { printReport, reportAsTable } from './report.ts';

/** An output that keeps what is written to it; a closed one fails. */
function terminal(isClosed = false) {
  const lines: string[] = [];
  const stream = () => {
    const made = new Writable({
      write: (part: Buffer, _, done) => {
        lines.push(part.toString());
        done(isClosed ? new Error('EPIPE') : null);
      },
    });
    return made.on('error', () => undefined);
  };
  return { lines, process: { stdout: stream(), stderr: stream() } };
}

const result: CheckResult = {
  name: 'one',
  status: 'passed',
  text: 'all is well',
  advice: null,
  milliseconds: 1,
};
const report = {
  version: '1.2.3',
  host: 'web',
  system: 'Linux',
  runtime: 'Node',
  tls: 'TLS',
  checks: [result],
} as const;
const failed = { ...report, checks: [{ ...result, status: 'failed' as const }] };
const table = { json: false, output: null };

test('the exit code says whether every check passed', async () => {
  const { lines, process } = terminal();
  expect(await printReport(report, table, process)).toBe(0);
  expect(await printReport(failed, table, process)).toBe(1);
  expect(lines).toEqual([reportAsTable(report), reportAsTable(failed)]);
});

test('a closed output does not change the exit code', async () => {
  expect(await printReport(report, table, terminal(true).process)).toBe(0);
});

test('the file has the report as well, and one that cannot be written is named', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-report-'));
  try {
    const output = join(folder, 'report.json');
    expect(await printReport(report, { json: true, output }, terminal().process)).toBe(0);
    expect(JSON.parse(readFileSync(output, 'utf8'))).toMatchObject({ passed: true });
    expect(statSync(output).size).toBeGreaterThan(0);
    const { lines, process } = terminal();
    const lost = join(output, 'report');
    expect(await printReport(report, { json: false, output: lost }, process)).toBe(2);
    expect(lines.at(-1)).toBe(
      `${lost} cannot be written (ENOTDIR). Name another file with --output.\n`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
