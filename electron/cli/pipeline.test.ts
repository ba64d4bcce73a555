// @module-tag slow
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { results } from './output/results.ts';
import { runCli } from './testing/run-cli.ts';

const authToken = 'canary-token-4f1d9c';
const apiKey = 'canary-key-83aa02';
const token = { HOOKDESK_TOKEN_ACME_EU: authToken };

let parent: string;
let services: ServedInstallations;
/** Everything that a command printed. */
const printed: string[] = [];

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-pipeline-'));
  mkdirSync(join(parent, 'temporary'));
  const contentType = { id: null, name: 'Content-Type', value: 'application/json' };
  const secretHeader = { id: null, name: 'X-Api-Key', value: apiKey };
  const webhooks = [{ ...aDefinition('Pager'), headers: [contentType, secretHeader] }];
  services = await startInstallations([{ variant: 'B', webhooks }], { authToken });
  writeInstallations({});
});
afterAll(async () => {
  await services.close();
  rmSync(parent, { recursive: true });
});

/** A file as a person writes it. */
function writeInstallations(...given: readonly Readonly<Record<string, unknown>>[]): void {
  const { baseUrl, apiRoot } = services.places[0] ?? {};
  const connections = given.map((more) => ({
    name: 'acme EU',
    baseUrl,
    variant: 'B',
    apiRoot,
    ...more,
  }));
  const file = { format: 'hookdesk-connections', version: 1, connections };
  writeFileSync(join(parent, 'installations.json'), JSON.stringify(file));
}

/** On a machine without a keychain, a data folder or a home that could have one. */
async function hookdesk(args: readonly string[], options: Parameters<typeof runCli>[1] = {}) {
  const file = ['--installations-file', join(parent, 'installations.json')];
  const env = {
    TMPDIR: join(parent, 'temporary'),
    HOME: join(parent, 'home'),
    XDG_DATA_HOME: '',
    XDG_CONFIG_HOME: '',
    ...options.env,
  };
  const result = await runCli([...args, ...file], { ...options, env });
  printed.push(result.out, result.err);
  return result;
}

describe('a command with a file of installations', { timeout: 60_000 }, () => {
  it('reads with a token of the environment, and leaves nothing on the machine', async () => {
    const { code, out, err } = await hookdesk(['list', 'acme EU', '--json'], { env: token });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(results.webhooks.parse(JSON.parse(out)).webhooks).toMatchObject([{ name: 'Pager' }]);
    expect(readdirSync(join(parent, 'temporary'))).toEqual([]);
    expect(readdirSync(parent)).not.toContain('home');
  });

  it('reads with a token of a file or of standard input', async () => {
    const tokens = JSON.stringify({ 'acme EU': authToken });
    writeFileSync(join(parent, 'tokens.json'), tokens);
    const ofFile = ['--tokens-file', join(parent, 'tokens.json')];
    expect(await hookdesk(['list', 'acme EU', ...ofFile])).toMatchObject({ code: 0, err: '' });
    const ofInput = await hookdesk(['list', 'acme EU', '--tokens-file', '-'], { stdin: tokens });
    expect(ofInput).toMatchObject({ code: 0, err: '' });
  });

  it('ends with exit code 4 without a token', async () => {
    const { code, out, err } = await hookdesk(['list', 'acme EU']);
    expect({ code, out }).toEqual({ code: 4, out: '' });
    expect(err).toContain('HOOKDESK_TOKEN_');
  });

  it('passes no variable with a secret on to its children', async () => {
    const showEnvironment = `data:text/javascript,${encodeURIComponent(
      `process.on('exit', () => process.stderr.write(JSON.stringify(process.env)));`,
    )}`;
    const env = { ...token, HOOKDESK_SECRET_PAGER_KEY: apiKey, HARMLESS: 'canary-harmless' };
    const { code, err } = await hookdesk(['list', 'acme EU'], {
      env,
      node: ['--import', showEnvironment],
    });
    expect(code).toBe(0);
    expect(err).toContain('canary-harmless');
    expect(err).not.toContain(authToken);
    expect(err).not.toContain(apiKey);
  });

  it('exports, plans nothing, and creates with a secret of the environment', async () => {
    const folder = join(parent, 'webhooks');
    expect(await hookdesk(['export', 'acme EU', '--to', folder], { env: token })).toMatchObject({
      code: 0,
    });
    const same = await hookdesk(['plan', folder, '--exit-code'], { env: token });
    expect(same).toMatchObject({ code: 0, out: '' });
    const file = join(folder, 'webhooks/pager.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(join(folder, 'webhooks/second.json'), text.replaceAll('"Pager"', '"Second"'));
    const name = /"secret": "([^"]+)"/.exec(text)?.[1] ?? '';
    const variable = `HOOKDESK_SECRET_${name.toUpperCase().replaceAll('-', '_')}`;
    const apply = ['apply', folder, '--yes', '--installation', 'acme EU'];
    const lacking = await hookdesk(apply, { env: token });
    expect(lacking.code).toBe(1);
    expect(lacking.err).toContain(`Needs: secret ${name}.`);
    const applied = await hookdesk(apply, { env: { ...token, [variable]: apiKey } });
    expect(applied).toMatchObject({ code: 0 });
    expect((await services.held())[0]?.join()).toMatch(new RegExp(`Second.*${apiKey}`));
  });

  it.each([
    ['an unknown member', { readonly: true }, 'connections.0: readonly is unknown.'],
    ['a wrong address', { baseUrl: 'acme' }, 'connections.0: Start the address with https://'],
  ])('refuses %s', async (_what, more, message) => {
    writeInstallations(more);
    const { code, err } = await hookdesk(['list', 'acme EU'], { env: token });
    writeInstallations({});
    expect(code).toBe(1);
    expect(err).toContain(message);
  });

  it('refuses a data folder beside it, and tokens without it', async () => {
    const both = await hookdesk(['list', 'acme EU', '--data', join(parent, 'data')]);
    expect(both).toMatchObject({ code: 1 });
    expect(both.err).toContain('Leave out --data or --installations-file.');
    const alone = await runCli(['list', 'acme EU', '--tokens-file', '-'], { stdin: '{"a":"b"}' });
    expect(alone.err).toContain('Add --installations-file.');
  });

  it('refuses a variable that two installations could mean', async () => {
    writeInstallations({}, { name: 'acme-EU' });
    const { code, err } = await hookdesk(['list', 'acme EU'], { env: token });
    writeInstallations({});
    expect(code).toBe(1);
    expect(err).toContain('HOOKDESK_TOKEN_ACME_EU could be of “acme EU” and of “acme-EU”');
  });
});

it('prints no secret', () => {
  for (const secret of [authToken, apiKey]) expect(printed.join()).not.toContain(secret);
});
