import type { CheckResult } from './check.ts';

/** What a self-check found, and where it ran. */
export interface SelfCheckReport {
  readonly version: string;
  readonly host: 'desktop' | 'web';
  readonly system: string;
  readonly runtime: string;
  /** What Node says of its TLS library; Electron has BoringSSL. */
  readonly tls: string;
  readonly checks: readonly CheckResult[];
}

export const hasPassed = ({ checks }: SelfCheckReport): boolean =>
  checks.every(({ status }) => status === 'passed');

/** The report as JSON, for programs. */
export const reportAsJson = (report: SelfCheckReport): string =>
  `${JSON.stringify({ passed: hasPassed(report), ...report }, null, 2)}\n`;

/** The report as a table, for people. */
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
