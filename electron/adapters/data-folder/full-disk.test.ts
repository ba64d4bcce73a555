import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aDraft } from '#test-support/draft-fixture.ts';
import { dataKey, save, testFolder, withStore } from '#test-support/store-fixture.ts';

const adapters = join(import.meta.dirname, '..');

/** Claims a folder, opens its database, reads and writes it, and prints each result. */
const program = (folder: string): string => `
  import { fullDiskNotice } from '${adapters}/data-folder/data-notices.ts';
  import { lockInstance } from '${adapters}/data-folder/instance-lock.ts';
  import { createStore } from '${adapters}/store/store.ts';
  import { createVaultCrypto } from '${adapters}/vault/vault-crypto.ts';
  const directory = ${JSON.stringify(folder)};
  const lock = await lockInstance(directory);
  lock.announce({ host: 'desktop' });
  const notice = fullDiskNotice(directory);
  const store = createStore({ directory });
  const sealer = createVaultCrypto().dataSealer('${dataKey}');
  const { drafts } = await store.drafts.read(sealer);
  const draft = { ...drafts[0], id: 'acme/8' };
  const saved = await store.drafts.write([{ kind: 'save', draft }], sealer).then(
    () => 'saved',
    ({ problem }) => problem.code,
  );
  await store.close();
  lock.release();
  console.log(JSON.stringify({ notice, read: drafts.map(({ id }) => id), saved }));`;

it.runIf(process.platform !== 'win32').each([0, 1])(
  'reads saved data when files are limited to %i blocks',
  { timeout: 60_000 },
  async (blocks) => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    const { stdout, stderr } = spawnSync(
      'sh',
      [
        '-c',
        `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`,
        'sh',
        process.execPath,
        '--input-type=module',
        '-e',
        program(folder),
      ],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(stdout).toContain('"notice":"The disk of the data folder is full.');
    expect(JSON.parse(stdout)).toMatchObject({ read: ['acme/7'], saved: 'storage-failed' });
    for (const left of ['instance.json', 'write-test.tmp']) {
      expect(existsSync(join(folder, left))).toBe(false);
    }
    expect(readdirSync(folder).filter((name) => name.includes('backup'))).toHaveLength(1);
    await withStore(folder, async (store) => {
      expect(store.notice).toBeNull();
      await save(store, aDraft({ id: 'acme/8' }));
    });
  },
);
