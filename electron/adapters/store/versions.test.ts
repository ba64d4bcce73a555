import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { aDraft } from '#test-support/draft-fixture.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { migrations } from './migrations.ts';
import { putRows, sealedRow } from './rows.ts';
import { encodeContent } from './stored-content.ts';
import { journal } from './tables.ts';
import {
  aPlan,
  aSnapshot,
  draftsOfVersion4,
  entries,
  entriesOfVersion4,
  keepVersion4,
  storedSamples,
  planOfVersion4,
} from '#test-support/stored-content-fixture.ts';
import { contentOf, save, testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';

const file = (folder: string): string => join(folder, 'hookdesk.sqlite');

describe('files of other versions', () => {
  it('of version 1 open with their content', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-1.sqlite'), file(folder));
    const { drafts, unreadable, notice } = await contentOf(folder);
    expect(drafts).toEqual([
      aDraft(),
      aDraft({ id: 'gone/new-1', connectionId: null, webhookId: null, base: null }),
    ]);
    expect({ unreadable, notice }).toEqual({ unreadable: 0, notice: null });
    expect(readdirSync(folder)).toContain('hookdesk.before-version-2.sqlite');
  });

  it('of version 2 open with their content', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-2.sqlite'), file(folder));
    const { drafts } = await contentOf(folder);
    expect(drafts).toEqual([
      aDraft(),
      aDraft({ id: 'gone/new-1', connectionId: null, webhookId: null, base: null }),
    ]);
    expect(await withStore(folder, storedSamples)).toEqual({
      snapshot: aSnapshot(),
      entries: entries(3),
      plans: [aPlan()],
    });
    expect(readdirSync(folder)).toContain('hookdesk.before-version-3.sqlite');
  });

  it('of version 2 restore their readable part when they are damaged', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-2.sqlite'), file(folder));
    truncateSync(file(folder), statSync(file(folder)).size - 1);
    expect((await contentOf(folder)).notice).toContain('3 History entries');
    expect((await withStore(folder, storedSamples)).entries).toEqual(entries(3));
  });

  it('of version 2 accept the outcome of an open entry', async () => {
    const folder = testFolder();
    await withStore(folder, () => Promise.resolve());
    const { revision, ...open } = anEntry({ outcome: 'sent' });
    const clear = [1, 0, open.at.getTime(), 'acme', 7, null, 'sent', null, null, null];
    const row = sealedRow(journal, [open.id, ...clear], encodeContent([open]), testSealer());
    const database = new DatabaseSync(file(folder));
    putRows(database, journal, [row]);
    database.close();
    await withStore(folder, async (store) => {
      expect(await store.journal.read(open.id, testSealer())).toEqual({ ...open, revision });
      const done = anEntry({ revision: 1 });
      await store.journal.write([done], testSealer());
      expect(await store.journal.read(open.id, testSealer())).toEqual(done);
    });
  });

  it('of version 3 open with their content', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-3.sqlite'), file(folder));
    const { drafts, notice } = await contentOf(folder);
    expect(drafts).toHaveLength(2);
    expect(notice).toBeNull();
    expect(await withStore(folder, storedSamples)).toEqual({
      snapshot: aSnapshot(),
      entries: entries(3).map((entry, revision) => ({ ...entry, revision })),
      plans: [aPlan()],
    });
    expect(drafts).toEqual([
      aDraft({ revision: 0, settledRevision: null }),
      aDraft({ id: 'gone/new-1', connectionId: null, webhookId: null, base: null }),
    ]);
    expect(readdirSync(folder)).toContain('hookdesk.before-version-4.sqlite');
  });

  it('of version 3 find the entries of drafts written later', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-3.sqlite'), file(folder));
    await withStore(folder, async (store) => {
      const sealer = testSealer();
      expect(await store.journal.latestDraftRevision()).toBe(0);
      const entry = anEntry({ id: 'entry-new', draftId: 'acme/7', draftRevision: 6 });
      await store.journal.write([entry], sealer);
      const query = { draftIds: ['acme/7', 'acme/8'] };
      const { entries: found } = await store.journal.page(query, null, 10, sealer);
      expect(found).toEqual([entry]);
      expect(await store.journal.latestDraftRevision()).toBe(6);
    });
  });

  it('of version 4 open with their content', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-4.sqlite'), file(folder));
    const { drafts, unreadable, notice } = await contentOf(folder);
    expect(drafts).toEqual(draftsOfVersion4());
    expect({ unreadable, notice }).toEqual({ unreadable: 0, notice: null });
    const kept = await withStore(folder, storedSamples);
    expect(kept).toEqual({
      snapshot: aSnapshot(),
      entries: entriesOfVersion4(),
      plans: [planOfVersion4()],
    });
    const written = testFolder();
    await withStore(written, keepVersion4);
    expect(await withStore(written, storedSamples)).toEqual(kept);
    const latest = await withStore(folder, (store) => store.journal.latestDraftRevision());
    expect(latest).toBe(3);
  });

  it.each([2, 3, 4])(
    'of version %d have one row for each webhook after a list is written',
    async (version) => {
      const folder = testFolder();
      copyFileSync(join(import.meta.dirname, `testing/hookdesk-${version}.sqlite`), file(folder));
      const sealer = testSealer();
      await withStore(folder, async (store) => {
        const snapshot = await store.snapshots.read('acme', sealer);
        const [plan] = await store.plans.all(sealer);
        if (snapshot === null || plan === undefined) throw new Error('Both are in the file.');
        await store.snapshots.write(snapshot, sealer);
        await store.plans.write(plan, sealer);
      });
      const database = new DatabaseSync(file(folder), { readOnly: true });
      const rows = database.prepare('SELECT owner, number FROM list_rows ORDER BY id').all();
      database.close();
      const { webhooks, marks } = aSnapshot();
      expect(rows.filter(({ owner }) => owner === 'snapshots/acme')).toHaveLength(
        webhooks.length + marks.length,
      );
      expect(rows.filter(({ number }) => number === null)).toEqual([]);
      expect((await withStore(folder, storedSamples)).snapshot).toEqual(aSnapshot());
    },
  );

  it('of version 4 restore lists when they are damaged', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-4.sqlite'), file(folder));
    const damaged = new DatabaseSync(file(folder));
    damaged.exec("UPDATE drafts SET checksum = x'00'");
    damaged.close();
    expect((await contentOf(folder)).notice).toContain('1 list of an installation');
    const { snapshot, plans } = await withStore(folder, storedSamples);
    expect(snapshot).toEqual(aSnapshot());
    expect(plans).toEqual([planOfVersion4()]);
  });

  it('of version 5 open with their content', async () => {
    const folder = testFolder();
    copyFileSync(join(import.meta.dirname, 'testing/hookdesk-5.sqlite'), file(folder));
    const { drafts, unreadable, notice } = await contentOf(folder);
    expect(drafts).toEqual(draftsOfVersion4());
    expect({ unreadable, notice }).toEqual({ unreadable: 0, notice: null });
    expect(await withStore(folder, storedSamples)).toEqual({
      snapshot: aSnapshot(),
      entries: entriesOfVersion4(),
      plans: [planOfVersion4()],
    });
  });

  it('are built by migrations that never change', () => {
    const digests = migrations.map((each) =>
      createHash('sha256').update(each).digest('hex').slice(0, 16),
    );
    expect(digests).toEqual([
      'bfe24fec23c46991',
      'ff2f47e82bec3c08',
      '3ac1e9a2b3f33d41',
      '4c7fee55d8852fd0',
      '7377fffb64a72510',
    ]);
  });

  const next = [...migrations, 'CREATE TABLE things (id TEXT PRIMARY KEY) STRICT;'];

  it('are migrated after a copy was made', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    const drafts = await withStore(folder, (store) => store.drafts.read(testSealer()), next);
    expect(drafts.drafts).toEqual([aDraft()]);
    const before = testFolder();
    copyFileSync(join(folder, 'hookdesk.before-version-6.sqlite'), file(before));
    expect((await contentOf(before)).drafts).toEqual([aDraft()]);
  });

  it('name the copy from before the migration when an older Hookdesk refuses them', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    await withStore(folder, () => Promise.resolve(), next);
    await withStore(folder, (store) => {
      expect(store.notice).toMatch(
        /The copy from before the update is hookdesk\.before-version-6\.sqlite\.$/,
      );
      return Promise.resolve();
    });
  });

  it('stay unchanged when a migration fails', async () => {
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

  it('stay unchanged when they are newer, with or without their log written back', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()), next);
    const before = readFileSync(file(folder));
    await withStore(folder, async (store) => {
      expect(store.drafts.refusal).toMatch(
        /^hookdesk.sqlite .* newer version of Hookdesk \(file version 6\)/,
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
