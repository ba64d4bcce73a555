// @module-tag slow
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { documentedCommands } from './documented-commands.ts';
import { exitCodes } from '../../electron/cli/exit-codes.ts';
import { results } from '../../electron/cli/output/results.ts';
import { cliEnvironment } from '../../electron/cli/testing/run-cli.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
const commands = documentedCommands(page);
const program = join(import.meta.dirname, '../../electron/cli/main.ts');

let folder: string;
let services: ServedInstallations;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-documented-'));
  writeFileSync(join(folder, 'passphrase.txt'), 'four words without sense');
  writeFileSync(join(folder, 'token.txt'), 'canary-token');
  const webhooks = [aDefinition('Pager')];
  services = await startInstallations([{ variant: 'B', webhooks }], { authToken: 'canary-token' });
});
afterAll(async () => {
  await services.close();
  rmSync(folder, { recursive: true });
});

describe('the commands of docs/command-line.md, in order', { timeout: 60_000 }, () => {
  it.each(commands)('%s', async (command) => {
    const own = command.replace('https://monitor.example.com', services.places[0]?.baseUrl ?? '');
    const script = `hookdesk() { '${process.execPath}' '${program}' "$@"; }\n${own}`;
    const env = { ...cliEnvironment, HOOKDESK_DATA: join(folder, 'data') };
    const run = promisify(execFile)('bash', ['-ec', script], { cwd: folder, env });
    await expect(run).resolves.toBeDefined();
  });
});

it('names every command, exit code and result', () => {
  for (const code of Object.values(exitCodes))
    expect(page).toMatch(new RegExp(`^\\| ${code} `, 'm'));
  for (const name of Object.keys(results)) expect(page).toContain(`\`${name}\``);
});
