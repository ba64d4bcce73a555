// @module-tag slow
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { results } from './output/results.ts';
import { type CliResult, runCli } from './testing/run-cli.ts';

let parent: string;
let services: ServedInstallations;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-git-'));
  const payloadTemplate = '{\n  "text": "%AlertName%",\n  "id": "%AlertID%"\n}\n';
  const webhooks = [{ ...aDefinition('Pager'), payloadTemplate }, aDefinition('Desk')];
  services = await startInstallations([{ variant: 'B', webhooks }]);
  await hookdesk('vault', 'use', 'memory');
  const options = ['--sign-in', 'none', '--environment', 'test'];
  await hookdesk(
    'installations',
    'add',
    'acme',
    '--url',
    services.places[0]?.baseUrl ?? '',
    ...options,
  );
});
afterAll(async () => {
  await services.close();
  rmSync(parent, { recursive: true });
});

const hookdesk = (...args: readonly string[]): Promise<CliResult> =>
  runCli([...args, '--data', join(parent, 'data')]);

/** Changes line ends of a checkout, as on Windows. Without the settings of this machine. */
function git(folder: string, ...args: readonly string[]): string {
  const person = ['-c', 'user.name=Ops', '-c', 'user.email=ops@acme.example'];
  return execFileSync('git', [...person, '-c', 'core.autocrlf=true', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

it('a change that is reviewed in git is planned and applied; then nothing differs', async () => {
  const origin = join(parent, 'origin');
  expect(await hookdesk('export', 'acme', '--to', origin)).toMatchObject({ code: 0 });
  git(origin, 'init', '--quiet');
  git(origin, 'add', '--all');
  git(origin, 'commit', '--quiet', '--message', 'Export');
  git(parent, 'clone', '--quiet', origin, 'clone');
  const clone = join(parent, 'clone');
  expect(await hookdesk('plan', clone, '--exit-code')).toMatchObject({ code: 0, out: '' });

  const template = join(clone, 'webhooks/pager.template.txt');
  writeFileSync(template, readFileSync(template, 'utf8').replace('%AlertID%', '%ObjectName%'));
  git(clone, 'commit', '--quiet', '--all', '--message', 'Name the object');
  expect(git(clone, 'show', '--format=', '--numstat')).toBe('1\t1\twebhooks/pager.template.txt\n');

  const planned = await hookdesk('plan', clone, '--exit-code', '--json');
  expect(planned.code).toBe(2);
  expect(results.plan.parse(JSON.parse(planned.out)).rows).toMatchObject([
    { action: 'update', webhook: 'Pager' },
  ]);
  expect(await hookdesk('apply', clone, '--yes')).toMatchObject({ code: 0 });
  expect(await hookdesk('diff', clone, 'acme', '--exit-code')).toMatchObject({ code: 0, out: '' });
  expect(await hookdesk('export', 'acme', '--to', clone)).toMatchObject({ code: 0 });
  expect(git(clone, 'status', '--porcelain')).toBe('');
}, 120_000);

it('a renamed webhook is a renamed file', async () => {
  const folder = join(parent, 'renamed');
  await hookdesk('export', 'acme', '--to', folder);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'Export');
  const live = await hookdesk('get', 'acme', 'Pager', '--json');
  const { id } = results.webhook.parse(JSON.parse(live.out));
  await services.change(0, id ?? 0, { name: 'Night shift' });
  await hookdesk('export', 'acme', '--to', folder);
  git(folder, 'add', '--all');
  expect(git(folder, 'status', '--porcelain').split('\n')).toEqual(
    expect.arrayContaining([
      'R  webhooks/pager.json -> webhooks/night-shift.json',
      'R  webhooks/pager.template.txt -> webhooks/night-shift.template.txt',
    ]),
  );
}, 120_000);
