import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TestKeychain } from '#adapters/keychain/testing/test-keychain.ts';
import { aDraft } from '#test-support/draft-fixture.ts';
import { composeWeb } from './composition.ts';

let directory = '';
let keychain: TestKeychain;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-lost-'));
  keychain = new TestKeychain();
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const start = () =>
  composeWeb({
    dataFolder: directory,
    version: '1.2.3',
    practiceServiceFile: '',
    bundleThread: '',
    vault: { load: () => Promise.resolve(keychain), cost: { N: 2, r: 1, p: 1 } },
  });

/** Returns the notices of a start on the folder. */
async function noticesOf(): Promise<readonly string[]> {
  const { notices, close } = start();
  await close();
  return notices;
}

/** Runs a start that stores a secret and a draft. */
async function used(): Promise<void> {
  const { ports, close } = start();
  await ports.secrets.set('connection/1/auth-token', 'canary');
  const { holdsAny } = await ports.drafts.open();
  const sealer = await ports.vault.dataSealer({ sealedBefore: holdsAny });
  await ports.drafts.write([{ kind: 'save', draft: aDraft() }], sealer);
  await close();
}

const remove = (...names: string[]): void => {
  for (const name of names) rmSync(join(directory, name));
};

describe('a file that is missing from the data folder', () => {
  it('is not reported at the first start, at the second, or after use', async () => {
    expect(await noticesOf()).toEqual([]);
    expect(await noticesOf()).toEqual([]);
    await used();
    expect(await noticesOf()).toEqual([]);
  });

  it.each([
    ['settings.json', ['settings.previous.json']],
    ['hookdesk.sqlite', ['hookdesk.backup.sqlite']],
    ['vault.json', ['vault.previous.json']],
    ['keychain-id', ['keychain-id.copy']],
  ])('is reported when it has no copy: %s', async (name, copies) => {
    await used();
    remove(name, ...copies);
    const [notice, ...others] = await noticesOf();
    expect(notice).toContain(`The file ${name} is missing from the data folder and has no backup.`);
    expect(others).toEqual([]);
  });

  it('is reported with its copy', async () => {
    await used();
    const { ports, close } = start();
    ports.settings.saveSettings({ ...ports.settings.settings(), theme: 'dark' });
    await close();
    remove('settings.json', 'vault.json', 'hookdesk.sqlite');
    expect(await noticesOf()).toEqual([
      expect.stringMatching(/^The settings file is missing .* restored its copy/),
      expect.stringMatching(/^The vault’s file is missing .* restored its copy/),
      expect.stringMatching(
        /^The drafts and History file is missing .* Hookdesk restored the backup of/,
      ),
    ]);
    expect(await noticesOf()).toEqual([]);
  });

  it('is reported for the database when only the settings exist', async () => {
    await noticesOf();
    remove('hookdesk.sqlite', 'hookdesk.backup.sqlite');
    expect(await noticesOf()).toEqual([
      expect.stringContaining('The file hookdesk.sqlite is missing'),
    ]);
    expect(await noticesOf()).toEqual([]);
  });
});
