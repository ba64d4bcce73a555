// @module-tag slow
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeTestFolder, passphrase } from '#test-support/composition-fixture.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import {
  type ServedInstallations,
  startInstallations,
} from '#test-support/served-installations.ts';
import { results } from './output/results.ts';
import { runCli } from './testing/run-cli.ts';

const limit = { timeout: 120_000 };
let parent: string;
let services: ServedInstallations;

/** On a folder with a passphrase vault, because History needs one. */
const hookdesk = (...args: readonly string[]) =>
  runCli([...args, '--data', join(parent, 'data'), '--passphrase-file', join(parent, 'file')]);
const held = async (index: number): Promise<string> => (await services.held())[index]?.join() ?? '';

beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'hookdesk-undo-'));
  const webhooks = ['Pager', 'Desk', 'Board'].map((name) => aDefinition(name));
  services = await startInstallations([
    { variant: 'B', webhooks },
    { variant: 'B', webhooks },
  ]);
  mkdirSync(join(parent, 'data'), { mode: 0o700 });
  writeFileSync(join(parent, 'file'), passphrase);
  await (await composeTestFolder(join(parent, 'data'), 'sealed')).close();
  for (const [index, name] of ['live', 'lab'].entries()) {
    const options = ['--sign-in', 'none', '--environment', index === 0 ? 'production' : 'test'];
    await hookdesk(
      'installations',
      'add',
      name,
      '--url',
      services.places[index]?.baseUrl ?? '',
      ...options,
    );
  }
}, 60_000);
afterAll(async () => {
  await services.close();
  rmSync(parent, { recursive: true });
});

/** A folder of the installation, in which these webhooks are turned off. */
async function folderWithout(installation: string, ...names: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(parent, 'folder-'));
  await hookdesk('export', installation, '--to', folder);
  for (const name of names) {
    const file = join(folder, `webhooks/${name}.json`);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"enabled": true', '"enabled": false'));
  }
  return folder;
}

it('has nothing to do before the first change', limit, async () => {
  expect(await hookdesk('undo', '--yes')).toMatchObject({
    code: 0,
    out: '',
    err: 'There is nothing to change.\n',
  });
});

it('restores what the last apply changed, after its plan was shown, and once', limit, async () => {
  const before = await held(0);
  const folder = await folderWithout('live', 'pager', 'desk');
  await hookdesk('apply', folder, '--yes', '--installation', 'live');
  expect(await held(0)).not.toBe(before);

  const asked = await hookdesk('undo');
  expect(asked.code).toBe(1);
  expect(asked.err).toMatch(/production\tupdate\tPager\tready.*Use --yes/s);
  const unnamed = await hookdesk('undo', '--yes');
  expect(unnamed.err).toContain('The plan changes a production installation.');
  const { code, out } = await hookdesk('undo', '--yes', '--installation', 'live', '--json');
  expect(code).toBe(0);
  const outcomes = results.apply.parse(JSON.parse(out)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['done', 'done']);
  expect(await held(0)).toBe(before);

  const writes = services.writes.length;
  const again = await hookdesk('undo', '--yes', '--installation', 'live');
  expect(again.code).toBe(1);
  expect(services.writes.length).toBe(writes);
});

it('restores entries by their ids, on the named installation only', limit, async () => {
  const before = await held(1);
  await hookdesk('apply', await folderWithout('lab', 'board', 'desk'), '--yes');
  const { out } = await hookdesk('history', '--installation', 'lab', '--json');
  const entries = results.history.parse(JSON.parse(out));
  const ids = entries.map(({ id }) => id);
  const elsewhere = await hookdesk('undo', ...ids, '--yes', '--installation', 'live');
  expect(elsewhere).toMatchObject({ code: 0, out: '', err: 'There is nothing to change.\n' });
  expect(await hookdesk('undo', ids[0] ?? '', '--yes')).toMatchObject({ code: 0 });
  expect(await held(1)).not.toBe(before);
  expect(await hookdesk('undo', ids[1] ?? '', '--yes')).toMatchObject({ code: 0 });
  expect(await held(1)).toBe(before);
  expect(await hookdesk('undo', 'no-such-entry', '--yes')).toMatchObject({ code: 1 });
});
