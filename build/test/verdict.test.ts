import { describe, expect, it } from 'vitest';
import type { Ending } from './command.ts';
import { verdictOfCheck, verdictOfCrash, verdictOfTests } from './verdict.ts';

const well: Ending = { code: 0, killedBy: null, tooLate: false, output: 'said' };
const badly: Ending = { ...well, code: 1 };
const killed: Ending = { ...well, code: null, killedBy: 'SIGSEGV' };
const late: Ending = { ...well, code: null, killedBy: 'SIGTERM', tooLate: true };

describe('verdictOfTests', () => {
  it.each([
    [
      'all passed',
      { passed: 5, failed: 0, skipped: 1 },
      well,
      { passed: 5, failed: 0, skipped: 1 },
    ],
    [
      'some failed',
      { passed: 5, failed: 2, skipped: 0 },
      badly,
      { passed: 5, failed: 2, skipped: 0 },
    ],
    [
      'some failed, yet exit code 0',
      { passed: 5, failed: 2, skipped: 0 },
      well,
      { passed: 5, failed: 2, skipped: 0 },
    ],
    [
      'all passed, yet the exit code says no',
      { passed: 5, failed: 0, skipped: 0 },
      badly,
      { passed: 5, failed: 1, skipped: 0 },
    ],
    ['no report', null, well, { passed: 0, failed: 1, skipped: 0 }],
    ['a crash', null, killed, { passed: 0, failed: 1, skipped: 0 }],
    [
      'a crash after the report',
      { passed: 5, failed: 0, skipped: 0 },
      killed,
      { passed: 5, failed: 1, skipped: 0 },
    ],
    ['no tests', { passed: 0, failed: 0, skipped: 0 }, well, { passed: 0, failed: 1, skipped: 0 }],
    ['time over', null, late, { passed: 0, failed: 1, skipped: 0 }],
    [
      'time over after failures',
      { passed: 1, failed: 1, skipped: 0 },
      late,
      { passed: 1, failed: 2, skipped: 0 },
    ],
  ])('%s', (_, counts, ending, expected) => {
    const verdict = verdictOfTests(counts, ending);
    expect(verdict.counts).toEqual(expected);
    expect(verdict.complaints).toHaveLength(expected.failed === 0 ? 0 : 2);
  });

  it('shows the end of a long output', () => {
    const output = Array.from({ length: 1000 }, (_, line) => `line ${line}`).join('\n');
    const [shown] = verdictOfTests(null, { ...badly, output }).complaints;
    expect(shown).toMatch(/^\(800 lines left out\)\nline 800\n[\s\S]*\nline 999$/);
  });
});

describe('verdictOfCheck', () => {
  it('counts as one', () => {
    expect(verdictOfCheck('eslint', well)).toEqual({
      counts: { passed: 1, failed: 0, skipped: 0 },
      complaints: [],
    });
    expect(verdictOfCheck('eslint', badly)).toEqual({
      counts: { passed: 0, failed: 1, skipped: 0 },
      complaints: ['eslint ended with exit code 1', 'said'],
    });
  });

  it.each([
    [killed, 'tsc was ended by SIGSEGV'],
    [late, 'tsc was ended: its time was over'],
  ])('names another way in which a command ended', (ending, words) => {
    expect(verdictOfCheck('tsc', ending).complaints[0]).toBe(words);
  });
});

it('verdictOfCrash counts one failure and keeps the error', () => {
  const { counts, complaints } = verdictOfCrash(new Error('out of order'));
  expect(counts).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(complaints[0]).toContain('out of order');
});
