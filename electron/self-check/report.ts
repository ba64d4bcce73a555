import { writeFileSync } from 'node:fs';
import { errorCode } from '#adapters/error-code.ts';
import type { CheckResult } from './check.ts';
import type { SelfCheckOptions } from './self-check-options.ts';

export interface SelfCheckReport {
  readonly version: string;
  readonly host: 'desktop' | 'web';
  readonly system: string;
  readonly runtime: string;
  /** As Node reports it; Electron uses BoringSSL. */
  readonly tls: string;
  readonly checks: readonly CheckResult[];
}

export const hasPassed = ({ checks }: SelfCheckReport): boolean =>
  checks.every(({ status }) => status === 'passed');

export const reportAsJson = (report: SelfCheckReport): string =>
  `${JSON.stringify({ passed: hasPassed(report), ...report }, null, 2)}\n`;

export function reportAsTable(report: SelfCheckReport): string {
  const { version, host, system, runtime, tls, checks } = report;
  const width = Math.max(...checks.map(({ name }) => name.length));
  const indent = ' '.repeat('not run  '.length + width + '  99,999 ms  '.length);
  const lines = checks.flatMap(({ name, status, text, advice, milliseconds }) => {
    const time = `${milliseconds.toLocaleString('en')} ms`.padStart(9);
    const [first = '', ...rest] = [...text.split('\n'), ...(advice === null ? [] : [advice])];
    const row = `${status.padEnd(7)}  ${name.padEnd(width)}  ${time}  ${first}`;
    return [row, ...rest.map((line) => `${indent}${line}`)];
  });
  const passed = checks.filter(({ status }) => status === 'passed').length;
  return [
    `Hookdesk ${version}, ${host}, on ${system}; ${runtime}; ${tls}`,
    '',
    ...lines,
    '',
    `${passed} of ${checks.length} checks passed.`,
    '',
  ].join('\n');
}

interface Terminal {
  readonly stdout: Pick<NodeJS.WriteStream, 'write'>;
  readonly stderr: Pick<NodeJS.WriteStream, 'write'>;
}

/** @returns exit code: 0 all passed, 1 a check failed, 2 the file could not be written */
export async function printReport(
  report: SelfCheckReport,
  { json, output }: SelfCheckOptions,
  { stdout, stderr }: Terminal,
): Promise<0 | 1 | 2> {
  const text = json ? reportAsJson(report) : reportAsTable(report);
  await writeText(stdout, text);
  if (output !== null) {
    try {
      writeFileSync(output, text);
    } catch (error) {
      await writeText(
        stderr,
        `${output} cannot be written (${errorCode(error)}). Name another file with --output.\n`,
      );
      return 2;
    }
  }
  return hasPassed(report) ? 0 : 1;
}

/** Resolves even if the output is closed, because the process exits right after. */
const writeText = (stream: Terminal['stdout'], text: string): Promise<void> =>
  new Promise((resolve) => {
    stream.write(text, () => {
      resolve();
    });
  });
