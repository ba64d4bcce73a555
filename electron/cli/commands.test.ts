// @module-tag slow
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCore } from '#core/core.ts';
import { routerClient } from '#rpc/router-client.ts';
import { composeTestFolder, passphrase } from '#test-support/composition-fixture.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { textIn } from '#test-support/files-in.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { results } from './output/results.ts';
import { cliEnvironment, type CliResult, runCli, startCli } from './testing/run-cli.ts';

const program = join(import.meta.dirname, 'main.ts');
const authToken = 'canary-token-4f1d9c';
const steering = 'Night\u001b]0;owned\u0007 \u009b2J';
const apiKey = 'canary-key-83aa02';
const contentType = { id: null, name: 'Content-Type', value: 'application/json' };
const secretHeader = { id: null, name: 'X-Api-Key', value: apiKey };

let parent: string;
let passphraseFile: string;
let services: ServedInstallations;
/** Everything that a command printed. */
const printed: string[] = [];

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-commands-'));
  mkdirSync(join(parent, 'data'), { mode: 0o700 });
  passphraseFile = join(parent, 'passphrase');
  writeFileSync(passphraseFile, `${passphrase}\n`);
  const webhooks = [
    { ...aDefinition('Pager'), headers: [contentType, secretHeader] },
    { ...aDefinition(steering), headers: [contentType] },
  ];
  services = await startInstallations([{ variant: 'B', webhooks }], { authToken });
  await (await composeTestFolder(join(parent, 'data'), 'sealed')).close();
}, 60_000);
afterAll(async () => {
  await services.close();
  rmSync(parent, { recursive: true });
});

const data = (): string => join(parent, 'data');
const baseUrl = (): string => services.places[0]?.baseUrl ?? '';

/** Runs a command on the sealed folder with its passphrase. */
async function hookdesk(args: readonly string[], options: Parameters<typeof runCli>[1] = {}) {
  const opened = ['--data', data(), '--passphrase-file', passphraseFile];
  const result = await runCli([...args, ...opened], options);
  printed.push(result.out, result.err);
  return result;
}

const add = (name: string): string[] => ['installations', 'add', name, '--url', baseUrl()];

describe('commands', { timeout: 60_000 }, () => {
  it.each([
    ['standard input', 'one', ['--secret-stdin'], { stdin: `${authToken}\n` }],
    ['an environment variable', 'two', ['--secret-env', 'T'], { env: { T: authToken } }],
  ])('take a secret from %s', async (_source, name, options, given) => {
    const { code, out } = await hookdesk([...add(name), ...options, '--json'], given);
    expect(code).toBe(0);
    expect(results.installation.parse(JSON.parse(out)).name).toBe(name);
    const list = await hookdesk(['list', name]);
    expect(list).toMatchObject({ code: 0, err: '' });
    expect(list.out).toContain('\tPager\tyes\tPOST\thttps://hooks.example.com/services/ops\n');
  });

  it('take a secret from a file, and refuse to work without one', async () => {
    const file = join(parent, 'token');
    writeFileSync(file, authToken);
    expect((await hookdesk([...add('three'), '--secret-file', file])).code).toBe(0);
    const { code, err } = await hookdesk(add('four'));
    expect(code).toBe(1);
    expect(err).toContain('--secret-stdin');
    expect((await hookdesk([...add('four'), '--secret-env', 'NOT_SET'])).err).toBe(
      'The environment variable NOT_SET has no secret. Put the secret there, then try again.\n',
    );
  });

  it('take a secret from a variable that is for pipelines, too', async () => {
    const env = { HOOKDESK_TOKEN_FIVE: authToken };
    const added = await hookdesk([...add('five'), '--secret-env', 'HOOKDESK_TOKEN_FIVE'], { env });
    expect(added).toMatchObject({ code: 0, err: '' });
    expect((await hookdesk(['installations', 'remove', 'five', '--yes'])).code).toBe(0);
  });

  it('test an installation, and tell a refused token by exit code 4', async () => {
    const passed = await hookdesk(['installations', 'test', 'one', '--json']);
    expect(passed.code).toBe(0);
    const steps = results['installation-test'].parse(JSON.parse(passed.out));
    expect(steps.map(({ state }) => state)).not.toContain('failed');
    await hookdesk([...add('wrong'), '--secret-stdin'], { stdin: 'other-token' });
    expect(await hookdesk(['installations', 'test', 'wrong'])).toMatchObject({ code: 4 });
    const { code, err } = await hookdesk(['list', 'wrong']);
    expect(code).toBe(4);
    expect(err).not.toContain('other-token');
  });

  it('remove an installation after a question, which --yes answers', async () => {
    const asked = await hookdesk(['installations', 'remove', 'wrong']);
    expect(asked).toMatchObject({
      code: 1,
      err: 'Without a terminal, the question has no answer. Use --yes.\n',
    });
    expect((await hookdesk(['installations', 'remove', 'wrong', '--yes'])).code).toBe(0);
    const { out } = await hookdesk(['installations', 'list']);
    expect(out.split('\n').map((line) => line.split('\t')[0])).toEqual(['one', 'two', 'three', '']);
  });

  it('show one webhook by id and by name, with masked secrets', async () => {
    const named = await hookdesk(['get', 'one', 'Pager', '--json']);
    const webhook = results.webhook.parse(JSON.parse(named.out));
    expect(webhook.headers).toEqual([
      { name: 'Content-Type', value: 'application/json' },
      { name: 'X-Api-Key', value: '••••••••' },
    ]);
    const byId = await hookdesk(['get', 'one', String(webhook.id)]);
    expect(byId.out).toContain('Header X-Api-Key\t••••••••\n');
    expect(await hookdesk(['get', 'one', 'Pagers'])).toMatchObject({
      code: 1,
      err: 'There is no webhook “Pagers”. “hookdesk list” shows the ids.\n',
    });
  });

  it('search the lists that were read, and name those that were not', async () => {
    const { code, out, err } = await hookdesk(['search', 'header:X-Api-Key', '--json']);
    expect(code).toBe(0);
    const found = results.search.parse(JSON.parse(out));
    expect(found.webhooks.map(({ installation, name }) => [installation, name])).toEqual([
      ['one', 'Pager'],
      ['two', 'Pager'],
    ]);
    expect(found.neverRead).toEqual(['three']);
    expect(err).toContain('three');
    const wrong = await hookdesk(['search', 'is:nothing']);
    expect(wrong.code).toBe(1);
    expect(wrong.err).toContain('“is:nothing”');
  });

  it('list what was read last without a request', async () => {
    await services.faults({ kind: '500' });
    const stored = await hookdesk(['list', 'one', '--stored', '--json']);
    expect(results.webhooks.parse(JSON.parse(stored.out)).webhooks).toHaveLength(2);
    await services.faults();
    const never = await hookdesk(['list', 'three', '--stored']);
    expect(never).toMatchObject({ code: 0, out: '', err: '“three” was never read.\n' });
  });

  it('export a bundle without secrets, byte-identical on a second export, which check accepts', async () => {
    const file = join(parent, 'acme.hookdesk.json');
    const { code, out } = await hookdesk(['export', 'one', '--out', file, '--json']);
    expect(code).toBe(0);
    expect(results.export.parse(JSON.parse(out))).toMatchObject({ file, webhooks: 2 });
    const text = readFileSync(file, 'utf8');
    expect(text).not.toContain(apiKey);
    const again = await hookdesk(['export', 'one', '--out', '-']);
    expect(again.out).toBe(text);
    const checked = await runCli(['check', file, '--json']);
    expect(checked).toMatchObject({ code: 0, out: '[]\n' });
  });

  it('export to one place, and to a folder in its own format only', async () => {
    const [file, folder] = [join(parent, 'placed.json'), join(parent, 'placed')];
    for (const place of [[], ['--out', file, '--to', folder], ['--to', folder, '--format', 'csv']])
      expect(await hookdesk(['export', 'one', ...place])).toMatchObject({ code: 1, out: '' });
    expect(readdirSync(parent).filter((name) => name.startsWith('placed'))).toEqual([]);
  });

  it('export nothing of an installation that cannot be read', async () => {
    await hookdesk([...add('wrong'), '--secret-stdin'], { stdin: 'other-token' });
    const file = join(parent, 'none.json');
    expect((await hookdesk(['export', 'one', 'wrong', '--out', file])).code).toBe(4);
    expect(() => readFileSync(file)).toThrow();
  });

  it('check files at their line and column, also as annotations', async () => {
    const file = join(parent, 'broken.json');
    const text = readFileSync(join(parent, 'acme.hookdesk.json'), 'utf8');
    writeFileSync(file, text.replaceAll('%AlertName%', '%AlertNme%'));
    const { code, out } = await runCli(['check', file]);
    expect(code).toBe(1);
    expect(out).toMatch(/broken\.json:\d+:\d+\terror\tPager\t.*%AlertNme%/);
    const annotated = await runCli(['check', file, '--format', 'github']);
    expect(annotated.out).toMatch(/^::error file=.*,line=\d+,col=\d+,title=Pager::/m);
    expect((await runCli(['check', join(parent, 'absent')])).err).toContain('ENOENT');
  });

  it.runIf(process.platform === 'linux')('fail when the results cannot be written', () => {
    const full = openSync('/dev/full', 'w');
    const { status, stderr } = spawnSync(
      process.execPath,
      [program, 'installations', 'list', '--json', '--data', data()],
      { env: cliEnvironment, stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
    );
    closeSync(full);
    expect(status).toBe(1);
    expect(stderr).toContain('The results could not be written (ENOSPC). Free space.');
  });

  it('show the history of changes', async () => {
    const { ports, close } = await composeTestFolder(data(), 'sealed');
    const about = { version: '1', host: 'web', dataFolder: data(), notices: [] } as const;
    const core = createCore(ports, about);
    const client = routerClient(core.router);
    const connectionId = (await client.connections.list())[0]?.id ?? '';
    const webhooks = await idsOf(client, connectionId);
    const { webhook } = await client.webhooks.read({ connectionId, webhookId: webhooks[1] ?? 0 });
    await client.publishing.remove({ connectionId, base: webhook });
    await core.close();
    await close();
    const { out } = await hookdesk(['history', '--installation', 'one', '--json']);
    expect(results.history.parse(JSON.parse(out))).toMatchObject([
      { installation: 'one', action: 'delete', outcome: 'done', webhookId: webhook.id },
    ]);
    expect((await hookdesk(['history', '--text', 'nothing'])).out).toBe('');
  });

  it('show the vault, and need its passphrase for what it seals', async () => {
    const ready = await hookdesk(['vault', 'status', '--json']);
    expect(ready.code).toBe(0);
    expect(results.vault.parse(JSON.parse(ready.out))).toMatchObject({ status: 'ready' });
    const locked = await runCli(['vault', 'status', '--data', data()]);
    expect(locked).toMatchObject({ code: 4 });
    expect(locked.out).toContain('Passphrase vault\tlocked\t');
    const history = await runCli(['history', '--data', data()]);
    expect(history.code).toBe(4);
    expect(history.err).toContain('--passphrase-file');
    writeFileSync(join(parent, 'no-passphrase'), 'not the four words');
    const wrong = ['--data', data(), '--passphrase-file', join(parent, 'no-passphrase')];
    expect(await runCli(['history', ...wrong])).toMatchObject({ code: 4 });
  });

  it('print no secret, and leave none in the folder or its log', () => {
    const everything = [printed.join('\n'), textIn(data())];
    for (const text of everything) {
      for (const secret of [authToken, apiKey, 'other-token', passphrase]) {
        expect(text).not.toContain(secret);
      }
    }
  });
});

async function idsOf(client: ReturnType<typeof routerClient>, connectionId: string) {
  const ids: (number | null)[] = [];
  for await (const event of await client.webhooks.list({ connectionId })) {
    if (event.kind === 'rows') ids.push(...event.rows.map(({ id }) => id));
  }
  return ids;
}

describe('two commands on one folder', { timeout: 60_000 }, () => {
  let silent: Server;
  const asked = Promise.withResolvers<null>();
  beforeAll(async () => {
    // Never answers, so that a command on it lasts until it is interrupted.
    silent = createServer(() => {
      asked.resolve(null);
    }).listen(0, '127.0.0.1');
    await once(silent, 'listening');
  });
  afterAll(() => {
    silent.closeAllConnections();
    silent.close();
  });

  it('refuse the second with exit code 6 and the first one’s name, wait on request, and end on Ctrl C', async () => {
    const { port } = silent.address() as AddressInfo;
    const options = ['--data', join(parent, 'shared')];
    const url = `http://127.0.0.1:${port}`;
    await runCli(['installations', 'add', 'silent', '--url', url, '--sign-in', 'none', ...options]);
    const first = startCli(['list', 'silent', ...options]);
    await asked.promise;
    const second = await runCli(['installations', 'list', ...options]);
    expect(second.code).toBe(6);
    expect(second.err).toContain(`as the command “hookdesk list” (process ${first.child.pid})`);
    const waiting = startCli(['installations', 'list', '--lock-timeout', '30', ...options]);
    first.child.kill('SIGINT');
    expect(await first.ended).toMatchObject({ code: 130, out: '' });
    expect(await waiting.ended).toMatchObject({ code: 0, err: '' });
  });
});

describe.skipIf(process.platform !== 'linux')('on a terminal', { timeout: 60_000 }, () => {
  /** Runs the program on a pseudo terminal of that width. */
  function onTerminal(columns: number, env: Record<string, string>): string {
    const args = ['list', 'one', '--stored', '--data', data(), '--passphrase-file', passphraseFile];
    const command = [process.execPath, program, ...args].map((part) => `'${part}'`).join(' ');
    return execFileSync('script', ['-qec', `stty cols ${columns}; ${command}`, '/dev/null'], {
      // Node gives an unknown CI no colors.
      env: {
        ...cliEnvironment,
        CI: undefined,
        LC_ALL: 'C.UTF-8',
        TERM: 'xterm-256color',
        NO_COLOR: '',
        ...env,
      },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }
  const asked = /: |\[y\/N\] /;
  /** Types the answer once the program asked for it. */
  async function answering(
    args: readonly string[],
    answer: string,
    env: Record<string, string> = {},
  ): Promise<CliResult> {
    const command = [process.execPath, program, ...args].map((part) => `'${part}'`).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      env: { ...cliEnvironment, TERM: 'xterm', ...env },
      stdio: 'pipe',
    });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      if (!asked.test(out) && asked.test(out + text)) child.stdin.write(answer);
      out += text;
    });
    await once(child, 'close');
    return { code: child.exitCode, out, err: '' };
  }

  it('asks for the passphrase without showing it, and ends on Ctrl C', async () => {
    const unlock = ['vault', 'unlock', '--data', data()];
    const right = await answering(unlock, `${passphrase}\r`);
    expect(right.code).toBe(0);
    expect(right.out).toMatch(/Passphrase: .*ready/s);
    expect(right.out).not.toContain(passphrase);
    const wrong = await answering(unlock, 'four other words now\r');
    expect(wrong.code).toBe(4);
    const interrupted = await answering(unlock, '\u0003');
    expect(interrupted).toMatchObject({ code: 130 });
    expect(interrupted.out).toContain('Interrupted.');
    const without = await runCli(unlock);
    expect(without).toMatchObject({ code: 1 });
    expect(without.err).toContain('Use --passphrase-file.');
  });

  it.each([
    ['n\r', 1],
    ['\u0004', 1],
    ['\u0003', 130],
    ['y\r', 0],
  ])('asks on a dumb terminal without escapes: %j', async (answer, expected) => {
    const add = ['add', 'removed', '--url', baseUrl(), '--sign-in', 'none', '--data', data()];
    await runCli(['installations', ...add]);
    const remove = ['installations', 'remove', 'removed', '--data', data()];
    const { code, out } = await answering(remove, answer, { TERM: 'dumb' });
    expect({ code, out }).toMatchObject({ code: expected });
    expect(out).toContain('Remove “removed” with its drafts and stored secrets? [y/N] ');
    for (const text of ['\u001b', 'Internal error']) expect(out).not.toContain(text);
    if (expected !== 0) await runCli([...remove, '--yes']);
  });

  const bold = '\u001b[1m';
  const widest = (text: string): number =>
    Math.max(...text.split('\r\n').map((line) => stripVTControlCharacters(line).length));

  it('shows a table that fits, with a bold head', () => {
    const shown = onTerminal(60, {});
    expect(shown).toContain(bold);
    expect(shown).toContain('NAME');
    expect(widest(shown)).toBeLessThanOrEqual(60);
    expect(widest(onTerminal(40, {}))).toBeLessThanOrEqual(40);
  });

  it.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('has no style with %j', (env) => {
    expect(onTerminal(80, env)).not.toContain('\u001b');
  });

  it('uses ASCII for its signs without UTF-8', async () => {
    expect(onTerminal(40, { LC_ALL: 'C' })).not.toMatch(/[•…]/);
    const unknown = ['list', 'nowhere', '--data', data()];
    expect(await runCli(unknown, { env: { LC_ALL: 'C' } })).toMatchObject({
      code: 1,
      err: 'There is no installation "nowhere". "hookdesk installations list" shows all.\n',
    });
  });
});
