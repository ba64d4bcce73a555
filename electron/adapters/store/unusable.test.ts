import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aDraft } from '#test-support/draft-fixture.ts';
import { bundleProgram } from '#test-support/bundle-program.ts';
import { runEdits } from './testing/edits.ts';
import {
  aPlan,
  aSnapshot,
  entries,
  storedSamples,
  storedOf,
} from '#test-support/stored-content-fixture.ts';
import {
  contentOf,
  folderOfTests,
  save,
  testFolder,
  testSealer,
  withStore,
} from '#test-support/store-fixture.ts';

let program: string;
let writes: string;
beforeAll(async () => {
  const folder = folderOfTests();
  program = await bundleProgram(join(import.meta.dirname, 'testing/edits-program.ts'), folder);
  writes = await bundleProgram(join(import.meta.dirname, 'testing/writes-program.ts'), folder);
  chmodSync(folder, 0o755);
});

const storageFailed = (message: string) => ({ problem: { code: 'storage-failed', message } });

describe('a file locked by another program', () => {
  it('causes a problem, loses nothing, and is written once it is free', async () => {
    const folder = testFolder();
    await withStore(folder, async (store) => {
      await save(store, aDraft());
      const other = new DatabaseSync(join(folder, 'hookdesk.sqlite'));
      onTestFinished(() => {
        if (other.isOpen) other.close();
      });
      other.exec('BEGIN IMMEDIATE');
      const second = aDraft({ id: 'acme/8' });
      await expect(save(store, second)).rejects.toMatchObject(
        storageFailed('Another program uses the drafts and History file.'),
      );
      const held = storageFailed('Another program uses the drafts and History file.');
      await expect(store.journal.write(entries(1), testSealer())).rejects.toMatchObject(held);
      await expect(
        store.snapshots.write(storedOf(aSnapshot()), testSealer()),
      ).rejects.toMatchObject(held);
      await expect(store.plans.write(aPlan(), testSealer())).rejects.toMatchObject(held);
      expect(await storedSamples(store)).toEqual({
        snapshot: null,
        entries: [],
        plans: [],
        pauses: [],
      });
      other.exec('ROLLBACK');
      await save(store, second);
      await store.journal.write(entries(1), testSealer());
      await store.snapshots.write(storedOf(aSnapshot()), testSealer());
      const { drafts } = await store.drafts.read(testSealer());
      expect(drafts).toEqual([aDraft(), second]);
      expect(await storedSamples(store)).toMatchObject({
        snapshot: aSnapshot(),
        entries: entries(1),
      });
    });
  });

  it('may be locked before the start', async () => {
    const folder = testFolder();
    await withStore(folder, (store) => save(store, aDraft()));
    const other = new DatabaseSync(join(folder, 'hookdesk.sqlite'));
    other.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    await withStore(folder, async (store) => {
      expect(store.notice).toBeNull();
      await expect(store.drafts.open()).rejects.toMatchObject(
        storageFailed('Another program uses the drafts and History file.'),
      );
      other.close();
      expect(await store.drafts.open()).toMatchObject({ holdsAny: true, notice: null });
    });
    expect((await contentOf(folder)).drafts).toEqual([aDraft()]);
  });
});

describe.skipIf(process.platform === 'win32')('a full disk', () => {
  it('causes a problem, and its complete data stay', async () => {
    const folder = testFolder();
    const kept = await runEdits({ program, directory: folder, first: 0, count: 20 });
    expect(kept.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 'kept'));
    // Limits files to 64 blocks of 512 bytes, which the log soon exceeds.
    const before = "trap '' XFSZ; ulimit -f 64";
    const answers = await runEdits({ program, directory: folder, first: 1_000, count: 60, before });
    const failed = answers.findIndex(({ status }) => status === 'failed');
    expect(failed).toBeGreaterThan(0);
    expect(answers[failed]?.message).toMatch(/disk/);
    const { drafts, unreadable } = await contentOf(folder);
    // The first edits came before the stored drafts were loaded, so those are stored under another
    // id.
    const own = drafts.filter(({ kind }) => kind === 'main');
    expect({ count: own.length, unreadable }).toEqual({ count: 20, unreadable: 0 });
    const names = own.map(({ definition }) => definition.name);
    const answeredFor = answers.slice(0, failed).filter(({ status }) => status === 'kept');
    for (const { number } of answeredFor.slice(-20)) {
      const stored = names.find((name) => Number(name.slice(5)) % 20 === number % 20);
      expect(Number(stored?.slice(5))).toBeGreaterThanOrEqual(number);
    }
  });

  it('keeps acknowledged entries and a complete list', async () => {
    const folder = testFolder();
    const before = "trap '' XFSZ; ulimit -f 3000";
    const run = { program: writes, directory: folder, first: 0, count: 0, before };
    const answers = await runEdits(run);
    expect(answers.at(-1)).toMatchObject({ status: 'failed' });
    expect(answers.at(-1)?.message).toMatch(/disk/);
    const begun = answers.filter(({ status }) => status === 'begun').map(({ number }) => number);
    const read = answers.findLast(({ status }) => status === 'read');
    await withStore(folder, async (store) => {
      expect(store.notice).toBeNull();
      const { snapshot, entries: found } = await storedSamples(store);
      expect(found.length).toBe(8 * begun.length);
      expect(snapshot?.webhooks[0]?.name).toMatch(
        new RegExp(`^List (${read?.number}|${Number(read?.number) + 1}): 0$`),
      );
      // Without the limit, writing works again.
      await store.journal.write(entries(1, 'Later', 1_000_000), testSealer());
    });
  });

  it('or a read-only folder: no draft is reported as saved', async () => {
    const nobody = 65_534;
    const isRoot = process.getuid?.() === 0;
    const folder = testFolder();
    if (isRoot) chownSync(folder, nobody, nobody);
    chmodSync(folder, 0o500);
    const uid = isRoot ? { uid: nobody } : {};
    const answers = await runEdits({ program, directory: folder, first: 0, count: 2, ...uid });
    expect(answers).toMatchObject(
      [0, 1].map((number) => ({
        number,
        status: 'failed',
        message: 'The drafts and History file in the data folder cannot be written.',
      })),
    );
    expect(readdirSync(folder)).toEqual([]);
    chmodSync(folder, 0o700);
    const later = await runEdits({ program, directory: folder, first: 0, count: 2, ...uid });
    expect(later.map(({ status }) => status)).toEqual(['kept', 'kept']);
  });
});
