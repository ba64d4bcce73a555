// @module-tag slow
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import path from 'node:path';
import { type Faults, setFaults } from '../testing/set-faults.ts';
import { type RunningService, startService } from '../testing/start-tested.ts';
import { runProgram } from '../testing/program.ts';
import { variantNames } from '../webhooks/body-types.ts';
import { creating } from './creating.ts';
import { httpRefusals } from './http-refusals.ts';
import { send } from './installation.ts';
import { readOptions } from './options.ts';
import type { Rule } from './rule.ts';
import { runRules, type RunResult, type Verdict } from './run-rules.ts';
import { create, list, marker, sample } from './webhooks.ts';

const file = path.join(import.meta.dirname, 'main.ts');
const authToken = 'canary-token-of-the-run';

let service: RunningService;
const installation = () => ({
  apiUrl: service.url + service.root,
  variant: 'B' as const,
  authToken,
});
beforeEach(async () => {
  service = await startService({
    variant: 'B',
    authToken,
    seed: 3,
    practice: { deliversTo: 'loopback' },
  });
});
afterEach(() => service.close());

/** Runs the program until it exits. */
async function conformance(args: readonly string[], env: Record<string, string> = {}) {
  const program = runProgram(args, { file, env });
  const lines: string[] = [];
  for (let line = await program.line(); line !== null; line = await program.line())
    lines.push(line);
  const { code, stderr } = await program.ended;
  return { code, stderr, lines, text: lines.join('\n') };
}
const fail = (faults: Faults['faults']): Promise<void> =>
  setFaults({ url: service.url, authToken }, { faults });

describe('the program', () => {
  test.each(variantNames)('finds no broken rule in this service, variant %s', async (variant) => {
    const other = await startService({ variant, authToken, seed: 2 });
    const args = ['--base', other.url, '--variant', variant];
    const { code, stderr, lines, text } = await conformance(args, {
      WEBHOOK_SERVICE_AUTH_TOKEN: authToken,
    });
    const left = await list({ apiUrl: other.url + other.root, variant, authToken });
    await other.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines[1]).toMatch(/^This creates webhooks there.* All others are left alone\.$/);
    expect(lines.at(-1)).toMatch(/^\d+ held, 0 broken, \d+ left out$/);
    expect(text).not.toContain('canary');
    expect(text).not.toContain('process list');
    expect(left).toHaveLength(2);
  });

  test('skips the rules of this project with --only-document', async () => {
    const args = ['--base', installation().apiUrl, '--variant', 'B', '--auth-token', authToken];
    const { code, text } = await conformance([...args, '--only-document']);
    expect(code).toBe(0);
    expect(text).toMatch(/^ {2}ok +§4 +create answers 200/m);
    expect(text).toMatch(/^ {2}- +ours +there is no webhook 0$/m);
    expect(text).not.toMatch(/^ {2}(ok|BROKEN) +ours/m);
    expect(text, 'the token of the arguments is warned of').toMatch(/process list\. Set WEBHOOK_/);
    expect(text).not.toContain(authToken);
  });

  test('lists each broken rule with the reason, and deletes its webhooks', async () => {
    await fail([{ kind: 'wrong-shape', only: 'reads', share: 0.02 }]);
    const args = ['--base', installation().apiUrl, '--variant', 'B', '--auth-token', authToken];
    const { code, text } = await conformance(args);
    expect(code).toBe(1);
    expect(text).toMatch(/^ {2}BROKEN \S+ +.+\n {15}a list is an array$/m);
    await fail([]);
    expect(await list(installation())).toHaveLength(3);
  });

  test.each(['SIGINT', 'SIGHUP'] as const)('deletes its webhooks at %s', async (signal) => {
    await fail([{ kind: 'latency', milliseconds: 20 }]);
    const args = ['--base', installation().apiUrl, '--variant', 'B', '--auth-token', authToken];
    const program = runProgram(args, { file });
    // After this line some rules are done, and one is running.
    for (let line = ''; !line.includes('create answers 200');)
      line = (await program.line()) ?? 'create answers 200';
    const { code, stderr } = await program.kill(signal);
    expect(code).toBe(130);
    expect(stderr).toMatch(/^Ending: what was created is deleted first/);
    await fail([]);
    expect(await list(installation())).toHaveLength(3);
  });

  test('deletes its webhooks when the reader of its output ends', async () => {
    const args = ['--base', installation().apiUrl, '--variant', 'B', '--auth-token', authToken];
    const program = runProgram(args, { file });
    await program.line();
    program.child.stdout?.destroy();
    expect(await program.ended).toEqual({ code: 0, signal: null, stderr: '' });
    expect(await list(installation())).toHaveLength(3);
  });

  test.each([
    [['--variant', 'B'], 'Say where it is'],
    [['--variant', 'B', '--base', 'ftp://x'], 'Say where it is'],
    [['--variant', 'B', '--base', 'http://u:canary@x/'], 'no user name'],
    [['--base', 'http://x'], '--variant A or B'],
    [['--base', 'http://x', '--variant', 'B', '--fast'], '--fast'],
  ])('exits with 2 for the arguments %j', async (args, message) => {
    const { code, stderr, text } = await conformance(args);
    expect({ code, text }).toEqual({ code: 2, text: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('canary');
  });

  test('exits with 1 when the connection fails or the auth token is wrong', async () => {
    const gone = await startService({ variant: 'B', authToken: null });
    await gone.close();
    const nobody = await conformance(['--base', gone.url, '--variant', 'B']);
    expect(nobody.code).toBe(1);
    expect(nobody.stderr).toBe('The webhooks could not be read: fetch failed (ECONNREFUSED)\n');
    const args = ['--base', installation().apiUrl, '--variant', 'B', '--auth-token', 'wrong'];
    const refused = await conformance(args);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('could not be read');
  });

  test('lists every option with --help', async () => {
    const { code, text } = await conformance(['--help']);
    expect(code).toBe(0);
    for (const option of ['base', 'variant', 'auth-token', 'only-document']) {
      expect(text).toContain(`--${option}`);
    }
  });
});

test.each([
  ['http://h:1', 'http://h:1/api/v14'],
  ['http://h:1/', 'http://h:1/api/v14'],
  ['https://h/pem/api/v16/', 'https://h/pem/api/v16'],
])('reads --base %s as %s', (given, apiUrl) => {
  expect(readOptions(['--base', given, '--variant', 'B'], {})).toMatchObject({
    installation: { apiUrl, authToken: null },
  });
});

test('a rule keeps a webhook that another person creates while it runs', async () => {
  const { fetch } = globalThis;
  const body = JSON.stringify({ ...sample('B'), name: 'theirs', url: 'https://theirs.example/' });
  const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (init?.method === 'POST') await fetch(input, { ...init, body });
    return fetch(input, init);
  });
  const rule = creating.find(({ title }) => title === 'create answers without a body');
  await rule?.check(installation());
  sent.mockRestore();
  expect(await list(installation())).toHaveLength(4);
});

test('a body that an installation may accept has the name of the run', async () => {
  const sent = vi.spyOn(globalThis, 'fetch');
  await httpRefusals.find(({ title }) => title.includes('__proto__'))?.check(installation());
  const bodies = sent.mock.calls.flatMap(([, init]) => init?.body ?? []);
  sent.mockRestore();
  expect(bodies).toHaveLength(3);
  for (const body of bodies) expect(body).toContain(marker);
});

describe('a run', () => {
  const rule = (check: Rule['check'], more: Partial<Rule> = {}): Rule => ({
    title: 't',
    source: 'ours',
    check,
    ...more,
  });
  async function runOf(...all: Rule[]): Promise<{ verdicts: Verdict[]; result: RunResult }> {
    const verdicts: Verdict[] = [];
    const result = await runRules(installation(), {
      groups: { all },
      onlyDocument: false,
      report: (_rule, _group, verdict) => verdicts.push(verdict),
    });
    return { verdicts, result };
  }

  test('continues after a broken rule, and deletes only the webhooks of the run', async () => {
    await create(installation(), sample('B'));
    const untidy = rule(async (on) => {
      await create(on, sample('B'));
      await send(on, 'POST', '/webhook/', { body: { ...sample('B'), name: 'x' } });
      throw new Error('broken');
    });
    const { verdicts, result } = await runOf(
      untidy,
      rule(() => Promise.resolve()),
    );
    expect(verdicts).toEqual([{ kind: 'broken', reason: 'broken' }, { kind: 'held' }]);
    expect(result).toEqual({ held: 1, broken: 1, leftOut: 0, undeleted: [] });
    expect(await list(installation())).toHaveLength(4);
  });

  test('skips rules of the other variant, and token rules without an auth token', async () => {
    const never = () => Promise.reject(new Error('must not run'));
    const { result } = await runOf(rule(never, { variants: ['A'] }));
    expect(result.leftOut).toBe(1);
    const open = await startService({ variant: 'B', authToken: null });
    const { leftOut } = await runRules(
      { apiUrl: open.url + open.root, variant: 'B', authToken: null },
      {
        groups: { all: [rule(never, { needsToken: true })] },
        onlyDocument: false,
        report: () => undefined,
      },
    );
    await open.close();
    expect(leftOut).toBe(1);
  });
});
