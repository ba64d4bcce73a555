// @module-tag slow
import { cpSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import {
  aLongSnapshot,
  aPlan,
  aSnapshot,
  entries,
  storedSamples,
  plainOf,
  storedOf,
} from '#test-support/stored-content-fixture.ts';
import { contentOf, save, testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';

/** The tests damage a hundred files, and open each of them twice. */
const limit = { timeout: 90_000 };
const file = (folder: string): string => join(folder, 'hookdesk.sqlite');
const aged = (count: number, name: string, editedAt: Date): StoredDraft[] =>
  Array.from({ length: count }, (_, index) =>
    aDraft({
      id: `acme/${String(index).padStart(3, '0')}`,
      definition: { ...aDefinition(`${name} ${index}`), payloadTemplate: 'x'.repeat(300) },
      editedAt,
    }),
  );
const older = aged(16, 'Older', new Date('2030-01-01T00:00:00Z'));
const newer = aged(16, 'Newer', new Date('2030-01-02T00:00:00Z')).slice(8);

/** A folder whose backup has the older content. Only the file has the newer drafts and entries. */
async function prepared(): Promise<string> {
  const folder = testFolder();
  const sealer = testSealer();
  await withStore(folder, async (store) => {
    await save(store, ...older);
    await store.journal.write(entries(6), sealer);
    await store.snapshots.write(storedOf(aSnapshot()), sealer);
    await store.plans.write(aPlan(), sealer);
  });
  await withStore(folder, () => Promise.resolve());
  await withStore(folder, async (store) => {
    await save(store, ...newer);
    await store.journal.write(entries(4, 'Newer', 6), sealer);
  });
  return folder;
}

/** Checks that the content of the backup is back. Returns the number of restored entries. */
async function backWith(folder: string): Promise<number> {
  const kept = await withStore(folder, (store) => {
    // The file is sound from then on, so there is no notice.
    expect(store.notice).toBeNull();
    return storedSamples(store);
  });
  expect(kept).toMatchObject({ snapshot: aSnapshot(), plans: [aPlan()] });
  expect(kept.entries.slice(0, 6)).toEqual(entries(6));
  return kept.entries.length;
}

function copyOf(folder: string): string {
  const copy = testFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

const names = (drafts: readonly StoredDraft[]): string[] =>
  drafts.map(({ definition }) => definition.name);

describe('a damaged file', () => {
  it(
    'is renamed wherever it was truncated, and restored from the backup and its readable part',
    limit,
    async () => {
      const folder = await prepared();
      const { size } = statSync(file(folder));
      const newerBack: number[] = [];
      const entriesBack: number[] = [];
      for (let length = 0; length < size; length += 1_000) {
        const cut = copyOf(folder);
        truncateSync(file(cut), length);
        const { drafts, unreadable, notice } = await contentOf(cut);
        const where = `cut off at ${length} of ${size}`;
        expect(notice, where).toMatch(
          /^The drafts and History file was damaged and renamed to hookdesk\.damaged-/,
        );
        expect(unreadable, where).toBe(0);
        expect(
          drafts.map(({ id }) => id),
          where,
        ).toEqual(older.map(({ id }) => id));
        newerBack.push(names(drafts).filter((name) => name.startsWith('Newer')).length);
        entriesBack.push(await backWith(cut));
      }
      expect(newerBack[0]).toBe(0);
      // When only the end is missing, most of the newer content is restored as well.
      expect(newerBack.at(-1)).toBeGreaterThan(3);
      expect(entriesBack[0]).toBe(6);
      expect(entriesBack.at(-1)).toBeGreaterThan(6);
    },
  );

  it('is detected by checksums when a byte of a draft differs in a sound database', async () => {
    const folder = await prepared();
    const bytes = readFileSync(file(folder));
    const database = new DatabaseSync(file(folder));
    const row = database.prepare("SELECT content FROM drafts WHERE id = 'acme/005'").get();
    database.close();
    const within = bytes.indexOf(
      Buffer.from(z.instanceof(Uint8Array).parse(row?.content)).subarray(0, 40),
    );
    bytes[within] = (bytes[within] ?? 0) ^ 1;
    writeFileSync(file(folder), bytes);
    const { drafts, unreadable, notice } = await contentOf(folder);
    expect(notice).toContain('was damaged');
    expect(unreadable).toBe(0);
    expect(names(drafts)).toEqual([...names(older).slice(0, 8), ...names(newer)]);
  });

  it('is restored from its readable part without a backup, with a notice', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, ...older));
    const alone = testFolder();
    cpSync(file(folder), file(alone));
    truncateSync(file(alone), statSync(file(alone)).size - 1);
    const { drafts, notice } = await contentOf(alone);
    expect(drafts.length).toBeGreaterThan(10);
    expect(notice).toContain(`There was no backup; ${drafts.length} drafts are restored`);
  });

  it('restores complete lists of an installation only, and reports them', async () => {
    const folder = testFolder();
    const sealer = testSealer();
    const [first, second] = ['First', 'Second'].map((name) => aLongSnapshot(name, 300));
    if (first === undefined || second === undefined) throw new Error('There are two.');
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(storedOf({ ...first, connectionId: 'globex' }), sealer);
      await snapshots.write(storedOf(first), sealer);
    });
    await withStore(folder, () => Promise.resolve());
    await withStore(folder, async ({ snapshots, journal }) => {
      await snapshots.write(storedOf(second), sealer);
      await snapshots.write(storedOf({ ...second, connectionId: 'globex' }), sealer);
      await journal.write(entries(1), sealer);
    });
    const database = new DatabaseSync(file(folder));
    database.exec(
      "UPDATE list_rows SET checksum = x'00' WHERE id IN (SELECT id FROM list_rows WHERE owner = 'snapshots/acme' LIMIT 1)",
    );
    database.close();
    await withStore(folder, async ({ snapshots, notice }) => {
      expect(notice).toMatch(
        / UTC and 1 list of an installation and 1 History entry that are newer/,
      );
      expect(plainOf(await snapshots.read('acme', sealer))).toEqual(first);
      expect(plainOf(await snapshots.read('globex', sealer))).toEqual({
        ...second,
        connectionId: 'globex',
      });
    });
  });

  it.each([
    ['text', Buffer.from('{"this": "is no database"}')],
    ['nothing', Buffer.alloc(0)],
    ['another program’s', Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(4_080)])],
  ])('that is %s is renamed and replaced by the backup', async (_, bytes) => {
    const folder = await prepared();
    writeFileSync(file(folder), bytes);
    const { drafts, notice } = await contentOf(folder);
    expect(names(drafts)).toEqual(names(older));
    expect(notice).toContain('Enter later edits again.');
  });

  it('is replaced by the earlier backup when the last one is damaged, too', async () => {
    const folder = await prepared();
    truncateSync(file(folder), 500);
    truncateSync(join(folder, 'hookdesk.backup.sqlite'), 3_000);
    const { drafts, notice } = await contentOf(folder);
    expect(notice).toContain('Hookdesk restored the backup of');
    expect(names(drafts)).toEqual(names(older));
  });

  it('detected during use is reopened with its undamaged content', async () => {
    const folder = await prepared();
    await withStore(folder, async (store) => {
      expect(await store.drafts.open()).toMatchObject({ opening: 1 });
      truncateSync(file(folder), 6_000);
      await expect(save(store, aDraft())).rejects.toThrow(
        'Another program changed the content of the drafts and History file',
      );
      const again = await store.drafts.open();
      expect(again).toMatchObject({ opening: 2, holdsAny: true });
      expect(again.notice).toContain('was damaged');
      await save(store, aDraft());
    });
    expect((await contentOf(folder)).drafts).toHaveLength(older.length + 1);
  });
});

it('a log truncated anywhere restores its complete transactions, with a notice', async () => {
  const folder = testFolder();
  const copies: string[] = [];
  await withStore(folder, async (store) => {
    await save(store, ...older);
    await save(store, ...newer);
    const size = statSync(`${file(folder)}-wal`).size;
    for (let length = 0; length < size; length += 1_000 * Math.ceil(size / 20_000)) {
      const cut = copyOf(folder);
      truncateSync(`${file(cut)}-wal`, length);
      copies.push(cut);
    }
  });
  for (const cut of copies) {
    const { drafts, unreadable, notice } = await contentOf(cut);
    expect(unreadable).toBe(0);
    expect(notice).toMatch(/^The drafts and History file was damaged and renamed to hookdesk/);
    expect([0, older.length]).toContain(drafts.length);
  }
});
