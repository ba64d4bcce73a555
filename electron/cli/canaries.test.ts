// @module-tag slow
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeTestFolder, passphrase } from '#test-support/composition-fixture.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { textIn } from '#test-support/files-in.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { runCli } from './testing/run-cli.ts';

const authToken = 'canary-token-4f1d9c';
const inPath = 'XcanaryPath0123456789abcd';
const inQuery = 'canary-query-5b21';
const inHeader = 'canary-header-83aa';
const inPayload = 'canary-payload-77e0';
const secrets = [authToken, inPath, inQuery, inHeader, inPayload, passphrase];

let parent: string;
let services: ServedInstallations;
const printed: string[] = [];

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-canaries-'));
  mkdirSync(join(parent, 'data'), { mode: 0o700 });
  writeFileSync(join(parent, 'passphrase'), passphrase);
  await (await composeTestFolder(join(parent, 'data'), 'sealed')).close();
  const webhook = {
    ...aDefinition('Pager'),
    url: `https://hooks.slack.com/services/T0ACME/B0ACME/${inPath}?token=${inQuery}`,
    headers: [{ id: null, name: 'X-Api-Key', value: inHeader }],
    payloadTemplate: `{\n"text": "%AlertName%",\n"api_key": "${inPayload}"\n}`,
  };
  services = await startInstallations([{ variant: 'B', webhooks: [webhook] }], { authToken });
});
afterAll(async () => {
  await services.close();
  rmSync(parent, { recursive: true });
});

async function hookdesk(args: readonly string[], options: Parameters<typeof runCli>[1] = {}) {
  const opened = ['--data', join(parent, 'data'), '--passphrase-file', join(parent, 'passphrase')];
  const result = await runCli([...args, ...opened], options);
  printed.push(result.out, result.err);
  return result;
}

it('no command writes a secret to its output, a file or the log', async () => {
  const [folder, plan] = [join(parent, 'webhooks'), join(parent, 'plan.json')];
  const url = services.places[0]?.baseUrl ?? '';
  const place = ['--url', url, '--environment', 'test', '--secret-stdin'];
  await hookdesk(['installations', 'add', 'acme', ...place], { stdin: authToken });
  await hookdesk(['export', 'acme', '--to', folder]);
  const template = join(folder, 'webhooks/pager.template.txt');
  writeFileSync(template, readFileSync(template, 'utf8').replace('%AlertName%', '%ObjectName%'));
  const commands = [
    ['list', 'acme'],
    ['get', 'acme', 'Pager'],
    ['search', 'Pager'],
    ['diff', folder, 'acme'],
    ['export', 'acme', '--out', join(parent, 'acme.hookdesk.json')],
    ['plan', folder, '--format', 'markdown'],
    ['plan', folder, '--out', plan],
    ['apply', plan, '--yes'],
    ['history'],
    ['undo', '--yes', '--installation', 'acme'],
    ['pause', 'acme', 'Pager', '--until', 'resumed', '--yes'],
    ['pauses'],
  ];
  for (const command of commands) {
    const isOnce = command[0] === 'apply' || command[0] === 'undo' || command.includes('markdown');
    for (const json of isOnce ? [[]] : [[], ['--json']]) {
      const env = { HOOKDESK_SECRET_PAGER_PAYLOAD: inPayload };
      const { code, err } = await hookdesk([...command, ...json], { env });
      expect({ command, code, err: code === 0 ? '' : err }).toEqual({ command, code: 0, err: '' });
    }
  }
  expect((await services.held()).join()).toContain(inPayload);
  const written = textIn(parent).replaceAll(readFileSync(join(parent, 'passphrase'), 'utf8'), '');
  for (const text of [printed.join('\n'), written])
    for (const secret of secrets.slice(0, -1)) expect(text).not.toContain(secret);
  expect(printed.join('\n')).not.toContain(passphrase);
  expect(textIn(join(parent, 'data'))).not.toContain(passphrase);
}, 180_000);
