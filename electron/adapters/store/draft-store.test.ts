import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { createVaultCrypto } from '../vault/vault-crypto.ts';
import { contentOf, save, testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';
import { filesHolding } from '#test-support/files-in.ts';

describe('drafts on disk', () => {
  it('are restored as last saved, without the deleted ones', async () => {
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

  it('are for their owner only, and unreadable in every file', async () => {
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
      // An open database has a log beside the file, and after the next start also a backup.
      expect(filesHolding(folder, canary)).toEqual([]);
    });
    await contentOf(folder);
    expect(readdirSync(folder)).toContain('hookdesk.backup.sqlite');
    expect(filesHolding(folder, canary)).toEqual([]);
    const shared = readdirSync(folder).filter(
      (name) => process.platform !== 'win32' && (statSync(join(folder, name)).mode & 0o077) !== 0,
    );
    expect(shared).toEqual([]);
  });

  it('are counted and stay unchanged when the key is another', async () => {
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

  it('start anew when the file is renamed with its backups', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    await withStore(folder, async (store) => {
      await store.drafts.setAside();
      expect(await store.drafts.open()).toEqual({ opening: 2, notice: null, holdsAny: false });
    });
    expect(await contentOf(folder)).toMatchObject({ drafts: [], notice: null });
    const aside = readdirSync(folder).filter((name) => name.includes('set-aside'));
    // The file, and its backups of two starts.
    expect(aside).toHaveLength(3);
  });
});
