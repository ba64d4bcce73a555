import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { runCli } from './testing/run-cli.ts';

let folder: string;
let services: ServedInstallations;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-cli-'));
  services = await startInstallations([{ variant: 'B', webhooks: [aDefinition('Pager')] }]);
});
afterAll(async () => {
  await services.close();
  rmSync(folder, { recursive: true });
});

it('adds an installation, and lists its webhooks as JSON', async () => {
  const env = { HOOKDESK_DATA: folder };
  const url = services.places[0]?.baseUrl ?? '';
  const added = await runCli(['installations', 'add', 'acme', '--url', url, '--sign-in', 'none'], {
    env,
  });
  expect(added).toMatchObject({ code: 0, err: '' });
  expect(added.out).toMatch(new RegExp(`^acme\tB\tproduction\t${url}/api/v14\tallowed\t`));
  const { out, code } = await runCli(['list', 'acme', '--json'], { env });
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    installation: 'acme',
    webhooks: [{ name: 'Pager', enabled: true, headerCount: 2 }],
  });
});

/** Prints each module that the program loads. */
const listModules = `data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module';
   registerHooks({ load: (url, context, next) => { process.stderr.write(url + '\\n'); return next(url, context); } });`,
)}`;

it('shows help without loading the core, adapters of the machine or zod', async () => {
  const { code, out, err } = await runCli(['--help'], { node: ['--import', listModules] });
  expect(code).toBe(0);
  expect(out).toContain('installations');
  const loaded = err.trim().split('\n');
  expect(loaded.some((url) => url.endsWith('electron/cli/main.ts'))).toBe(true);
  expect(
    loaded.filter((url) => /\/(zod|undici|@orpc)\/|\/electron\/core\/|sqlite/.test(url)),
  ).toEqual([]);
});

it('keeps compiled code beside the program, where no other user can put code of theirs', async () => {
  const temporary = mkdtempSync(join(folder, 'temporary-'));
  const env = { NODE_COMPILE_CACHE: '', TMPDIR: temporary };
  expect(await runCli(['--version'], { env })).toMatchObject({ code: 0 });
  expect(readdirSync(temporary)).toEqual([]);
});

it('explains exit code 6 with each cause', async () => {
  const { out } = await runCli(['--help']);
  expect(out).toContain('6 data folder in use');
  for (const cause of [
    'another command',
    'another version',
    'accepts no commands',
    'does not answer',
  ])
    expect(out).toContain(cause);
});

it.each(['--help', 'pause --help', 'resume --help', 'list --token=secret'])(
  'prints for %s only ASCII without UTF-8',
  async (words) => {
    const { out, err } = await runCli(words.split(' '), { env: { LC_ALL: 'C' } });
    expect(`${out}${err}`).toMatch(/^[\n -~]+$/);
  },
);

it.each([
  ['plan webhooks --format markdown --json', "'--json' cannot be used with"],
  ['check webhooks --format github --json', "'--json' cannot be used with"],
  ['export acme --out - --json', "'--json' cannot be used with"],
  ['watch nowhere --exit-code', "'--exit-code' needs option '--once'"],
  ['watch nowhere --once --tokens-file tokens.json', 'Add --installations-file.'],
  ['vault use memory --secret-file secret.txt', "only the vault 'passphrase' takes a secret"],
  ['installations add b --url http://x --sign-in none --username a', "'--username <name>'"],
  ['pause acme --until resumed --resume', "'--resume' cannot be used with"],
])('refuses options without effect: %s', async (words, message) => {
  const { code, out, err } = await runCli(words.split(' '), { env: { HOOKDESK_DATA: folder } });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain(message);
});

it('refuses an option that takes a secret as an argument, without repeating the secret', async () => {
  const { code, out, err } = await runCli(['list', 'acme', '--token=canary-7d1f']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toContain("unknown option '--token=…'");
  expect(err).not.toContain('canary-7d1f');
});
