import { expect, test } from 'vitest';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { CheckFailed, runChecks } from './check.ts';
import { readSelfCheck } from './self-check-options.ts';
import { hasPassed, reportAsJson, reportAsTable, type SelfCheckReport } from './report.ts';

const limit = 5_000;
const advice = 'Report it.';
const broken = plainProblem('storage-failed', 'The disk is full.', 'Make room.');

const results = () =>
  runChecks([
    { name: 'works', limit, advice, run: () => Promise.resolve('all is well') },
    { name: 'finds', limit, advice, run: () => Promise.reject(new CheckFailed('It is wrong.')) },
    {
      name: 'advises',
      limit,
      advice,
      run: () => Promise.reject(new CheckFailed('It is wrong.', 'Change it.')),
    },
    { name: 'problem', limit, advice, run: () => Promise.reject(new ProblemError(broken)) },
    { name: 'breaks', limit, advice, run: () => Promise.reject(new TypeError('canary-6f1e')) },
    { name: 'hangs', limit: 1, advice, run: () => new Promise(() => undefined) },
    { name: 'goes on', limit, advice, run: () => Promise.resolve('all is well') },
  ]);

test('every check has a result; a failed one says what is wrong and what to do', async () => {
  const found = await results();
  expect(found.map(({ name, status, advice: what }) => [name, status, what])).toEqual([
    ['works', 'passed', null],
    ['finds', 'failed', 'Report it.'],
    ['advises', 'failed', 'Change it.'],
    ['problem', 'failed', 'Make room.'],
    ['breaks', 'failed', 'Report it.'],
    ['hangs', 'failed', 'Report it.'],
    ['goes on', 'passed', null],
  ]);
  expect(found[3]?.text).toBe('The disk is full.');
  expect(found[4]?.text).toContain('TypeError');
  expect(found[4]?.text).not.toContain('canary-6f1e');
  expect(found[5]?.text).toBe('It did not end within 0.001 s.');
});

const report = async (): Promise<SelfCheckReport> => ({
  version: '1.2.3',
  host: 'web',
  system: 'Linux 6.1, x64',
  runtime: 'Node 24.0.0',
  tls: 'TLS library 3.5',
  checks: await results(),
});

test('the table has a line for each check, and its advice below', async () => {
  const table = reportAsTable(await report());
  expect(table).toMatch(
    /^Hookdesk 1\.2\.3, web, on Linux 6\.1, x64; Node 24\.0\.0; TLS library 3\.5\n/,
  );
  expect(table).toMatch(/^passed {3}works +\d+ ms {2}all is well$/m);
  expect(table).toMatch(/^failed {3}advises +\d+ ms {2}It is wrong\.\n +Change it\.$/m);
  expect(table).toMatch(/\n2 of 7 checks passed\.\n$/);
});

test('the JSON says whether all passed', async () => {
  const failed = await report();
  expect(JSON.parse(reportAsJson(failed))).toMatchObject({ passed: false, version: '1.2.3' });
  const passed = { ...failed, checks: failed.checks.slice(0, 1) };
  expect(hasPassed(passed)).toBe(true);
  expect(JSON.parse(reportAsJson(passed))).toMatchObject({
    passed: true,
    checks: [{ name: 'works', status: 'passed' }],
  });
});

test.each([
  [['--no-sandbox', 'a.json'], null],
  [['--json', '--output', 'b'], null],
  [['--self-check'], { json: false, output: null }],
  [['--no-sandbox', '--self-check', '--json', '--output=/tmp/b'], { json: true, output: '/tmp/b' }],
  [['--self-check', '--output', '/tmp/b'], { json: false, output: '/tmp/b' }],
])('%j asks for %j', (args, expected) => {
  expect(readSelfCheck(args)).toEqual(expected);
});
