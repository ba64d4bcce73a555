import { copyFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { aDefinition, aDraft } from '#domain/draft/stored-draft.double.ts';
import { createVaultCrypto } from '../vault/vault-crypto.ts';
import { migrations } from './migrations.ts';
import { contentOf, save, testFolder, testSealer, withStore } from './testing/store-of-a-test.ts';

const file = (folder: string): string => join(folder, 'hookdesk.sqlite');

describe('drafts on disk', () => {
  it('come back as they were saved last, without those that were removed', async () => {
    const folder = testFolder();
    const renamed = aDraft({ definition: aDefinition('Third name') });
    await withStore(folder, async (store) => {
      expect(await store.drafts.open()).toEqual({ opening: 1, notice: null, holdsAny: false });
      await save(store, aDraft(), aDraft({ id: 'acme/8', webhookId: 8 }));
      await save(store, renamed);
      await store.drafts.write([{ kind: 'remove', draftId: 'acme/8' }], testSealer());
      expect(await store.drafts.open()).toMatchObject({ holdsAny: true });
    });
    expect(await contentOf(folder)).toEqual({ drafts: [renamed], unreadable: 0, notice: null });
  });

  it('are for their owner alone, and nothing of them can be read in any file', async () => {
    const folder = testFolder();
    const canary = 'canary-5b1fe2c9';
    const definition = {
      ...aDefinition(canary),
      url: `https://${canary}.example`,
      headers: [{ id: null, name: canary, value: canary }],
      payloadTemplate: canary,
    };
    const { base } = aDraft();
    await withStore(folder, async (store) => {
      await save(store, aDraft({ definition, base: base && { ...base, ...definition } }));
      // While it is open there is a log beside the file; after the next start a copy as well.
      expect(withCanary(folder, canary)).toEqual([]);
    });
    await contentOf(folder);
    expect(readdirSync(folder)).toContain('hookdesk.backup.sqlite');
    expect(withCanary(folder, canary)).toEqual([]);
    const shared = readdirSync(folder).filter(
      (name) => process.platform !== 'win32' && (statSync(join(folder, name)).mode & 0o077) !== 0,
    );
    expect(shared).toEqual([]);
  });

  it('are counted and left where they are when the key is another', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    const crypto = createVaultCrypto();
    await withStore(folder, async (store) => {
      const other = crypto.dataSealer(crypto.newDataKey());
      expect(await store.drafts.read(other)).toEqual({ drafts: [], unreadable: 1 });
    });
    expect((await contentOf(folder)).drafts).toEqual([aDraft()]);
  });

  it('are all changed or none', async () => {
    const folder = testFolder();
    await withStore(folder, async (store) => {
      await save(store, aDraft());
      const sealer = testSealer();
      const failing = {
        ...sealer,
        seal: (plain: Uint8Array, associated: string) => {
          if (associated === 'draft/acme/9') throw new Error('The vault was locked.');
          return sealer.seal(plain, associated);
        },
      };
      const both = ['acme/8', 'acme/9'].map((id) => ({
        kind: 'save' as const,
        draft: aDraft({ id }),
      }));
      await expect(store.drafts.write(both, failing)).rejects.toThrow('The vault was locked.');
    });
    expect((await contentOf(folder)).drafts).toEqual([aDraft()]);
  });

  it('begin anew where the file is set aside with its copies', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    await withStore(folder, async (store) => {
      await store.drafts.setAside();
      expect(await store.drafts.open()).toEqual({ opening: 2, notice: null, holdsAny: false });
    });
    expect(await contentOf(folder)).toMatchObject({ drafts: [], notice: null });
    const aside = readdirSync(folder).filter((name) => name.includes('set-aside'));
    // The file, and its copies of two starts.
    expect(aside).toHaveLength(3);
  });
});

describe('files of other versions', () => {
  it('of version 1 are opened as they were written then', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-1.sqlite'), file(folder));
    const { drafts, unreadable, notice } = await contentOf(folder);
    expect(drafts).toEqual([
      aDraft(),
      aDraft({ id: 'gone/new-1', connectionId: null, webhookId: null, base: null }),
    ]);
    expect({ unreadable, notice }).toEqual({ unreadable: 0, notice: null });
  });

  it('are made by migrations that nobody changes any more', () => {
    const digests = migrations.map((each) =>
      createHash('sha256').update(each).digest('hex').slice(0, 16),
    );
    expect(digests).toEqual(['bfe24fec23c46991', '744a8e8b49c53971']);
  });

  const next = [...migrations, 'CREATE TABLE things (id TEXT PRIMARY KEY) STRICT;'];

  it('are brought up to date, after a copy was made', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    const drafts = await withStore(folder, (store) => store.drafts.read(testSealer()), next);
    expect(drafts.drafts).toEqual([aDraft()]);
    const before = testFolder();
    copyFileSync(join(folder, 'hookdesk.before-version-3.sqlite'), file(before));
    expect((await contentOf(before)).drafts).toEqual([aDraft()]);
  });

  it('stay as they are where a migration fails', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    const failing = [
      ...migrations,
      'CREATE TABLE half (id TEXT) STRICT; INSERT INTO nowhere VALUES (1);',
    ];
    await withStore(
      folder,
      async (store) => {
        await expect(store.drafts.open()).rejects.toMatchObject({
          problem: { code: 'storage-failed' },
        });
      },
      failing,
    );
    expect(await contentOf(folder)).toMatchObject({ drafts: [aDraft()], notice: null });
  });

  it('are left alone where they are newer, whether or not their log is in them yet', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()), next);
    const before = readFileSync(file(folder));
    await withStore(folder, async (store) => {
      expect(store.drafts.refusal).toMatch(
        /^hookdesk.sqlite .* newer Hookdesk \(version 3 of the file\)/,
      );
      expect(store.notice).toBe(store.drafts.refusal);
      await expect(store.drafts.open()).rejects.toMatchObject({
        problem: { code: 'storage-failed' },
      });
    });
    expect(readFileSync(file(folder)).equals(before)).toBe(true);
    const logged = testFolder();
    await withStore(logged, (store) => save(store, aDraft()));
    const open = new DatabaseSync(file(logged));
    open.exec('PRAGMA user_version = 9');
    await withStore(logged, (store) => {
      expect(store.drafts.refusal).toContain('version 9');
      return Promise.resolve();
    });
    open.close();
  });
});

describe('copies', () => {
  it('are made at each start, and the last two are kept', async () => {
    const folder = testFolder();
    const names = ['First', 'Second', 'Third'];
    for (const name of names) {
      await withStore(folder, (store) => save(store, aDraft({ definition: aDefinition(name) })));
    }
    expect(readdirSync(folder).sort()).toEqual([
      'hookdesk.backup-2.sqlite',
      'hookdesk.backup.sqlite',
      'hookdesk.sqlite',
    ]);
    await contentOf(folder);
    rmSync(file(folder));
    const { drafts, notice } = await contentOf(folder);
    expect(drafts.map(({ definition }) => definition.name)).toEqual(['Third']);
    expect(notice).toMatch(
      /^The file of drafts is gone from the data folder\. Its copy of .* UTC is in its place/,
    );
  });
});

function withCanary(folder: string, canary: string): string[] {
  return readdirSync(folder).filter((name) => readFileSync(join(folder, name)).includes(canary));
}
