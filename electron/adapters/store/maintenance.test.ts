import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { aDefinition, aDraft } from '#test-support/draft-fixture.ts';
import { migrations, newestVersion } from './migrations.ts';
import { storePaths } from './store-paths.ts';
import { createStore } from './store.ts';
import { entries, storeSamples, storedSamples } from '#test-support/stored-content-fixture.ts';
import { contentOf, save, testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';
import { checkAndBackUp } from './maintenance.ts';

const file = (folder: string): string => join(folder, 'hookdesk.sqlite');
const copy = (folder: string): string => join(folder, 'hookdesk.backup.sqlite');
const day = 86_400_000;

function copyOf(folder: string): string {
  const other = testFolder();
  cpSync(folder, other, { recursive: true });
  return other;
}

describe('backups', () => {
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
      /^The drafts and History file is missing from the data folder\. Hookdesk restored the backup of .* UTC/,
    );
  });
});

const times = { firstDelay: 0, quietBefore: 0, interval: day };
const needs = (folder: string) => ({
  places: storePaths(folder),
  newestVersion: newestVersion(migrations),
  times,
});

/** Checks the file of a folder as if it were a long one. */
const look = (folder: string) => checkAndBackUp(needs(folder), new AbortController().signal);

/** Changes a byte within the content of an entry. */
function damageAnEntry(folder: string): void {
  const database = new DatabaseSync(file(folder));
  const row = database.prepare("SELECT content FROM journal WHERE id = 'entry-1'").get();
  database.close();
  const content = Buffer.from(z.instanceof(Uint8Array).parse(row?.content));
  const bytes = readFileSync(file(folder));
  // Unused pages may have the same content.
  const found = (from: number): number => bytes.indexOf(content.subarray(0, 40), from);
  for (let at = found(0); at !== -1; at = found(at + 1)) bytes[at + 20] = ~content.readUInt8(20);
  writeFileSync(file(folder), bytes);
}

describe('a short file', () => {
  it('is not copied again when it has not changed', async () => {
    const folder = testFolder();
    await withStore(folder, storeSamples);
    await contentOf(folder);
    const earlier = new Date(Date.now() - 1_000);
    utimesSync(file(folder), earlier, earlier);
    const { ino } = statSync(copy(folder));
    await contentOf(folder);
    expect(statSync(copy(folder)).ino).toBe(ino);
    await withStore(folder, storeSamples);
    await contentOf(folder);
    expect(statSync(copy(folder)).ino).not.toBe(ino);
  });
});

describe('a backup from a clock that was years ahead', () => {
  it('prevents no other backup, of a short or of a long file', async () => {
    const folder = testFolder();
    await withStore(folder, storeSamples);
    await contentOf(folder);
    const future = new Date(Date.now() + 1_000 * day);
    utimesSync(copy(folder), future, future);
    expect(await look(folder)).toBe('copied');
    utimesSync(copy(folder), future, future);
    const { ino } = statSync(copy(folder));
    await contentOf(folder);
    expect(statSync(copy(folder)).ino).not.toBe(ino);
  });
});

describe('a long file', () => {
  it('is copied when the last backup is a day old and the file has changed', async () => {
    const folder = testFolder();
    await withStore(folder, storeSamples);
    const copied = (age: number): void => {
      const then = new Date(Date.now() - age);
      utimesSync(copy(folder), then, then);
    };
    rmSync(copy(folder));
    expect(await look(folder)).toBe('copied');
    copied(day - 60_000);
    expect(await look(folder)).toBe('sound');
    copied(day + 60_000);
    expect(await look(folder)).toBe('copied');
    const before = new Date(Date.now() - 2 * day);
    utimesSync(file(folder), before, before);
    copied(day + 60_000);
    expect(await look(folder)).toBe('sound');
  });

  it('is checked for its structure and for its rows', async () => {
    const folder = testFolder();
    await withStore(folder, storeSamples);
    const other = copyOf(folder);
    damageAnEntry(folder);
    expect(await look(folder)).toBe('damaged');
    const bytes = readFileSync(file(other));
    // Damages the page of the first index, but not the rows.
    bytes.fill(0xff, 3 * 4_096, 3 * 4_096 + 100);
    writeFileSync(file(other), bytes);
    expect(await look(other)).toBe('damaged');
  });

  it('is usable at once, and reopened when the check finds damage', async () => {
    const folder = testFolder();
    await withStore(folder, storeSamples);
    damageAnEntry(folder);
    const store = createStore({ directory: folder, shortUpTo: 0, times });
    onTestFinished(() => store.close());
    expect(store.notice).toBeNull();
    expect((await store.drafts.read(testSealer())).drafts).toHaveLength(2);
    await vi.waitFor(async () => {
      expect(await store.drafts.open()).toMatchObject({ opening: 2 });
    });
    expect((await store.drafts.open()).notice).toContain('was damaged');
    expect((await storedSamples(store)).entries).toEqual(
      entries(3).filter(({ id }) => id !== 'entry-1'),
    );
  });

  it('is checked when nothing was written for a while', async () => {
    const folder = testFolder();
    await withStore(folder, storeSamples);
    const patient = { ...needs(folder), times: { ...times, quietBefore: day } };
    const { signal } = new AbortController();
    expect(await checkAndBackUp(patient, signal)).toBe('busy');
    const before = new Date(Date.now() - 2 * day);
    utimesSync(file(folder), before, before);
    expect(await checkAndBackUp(patient, signal)).toBe('sound');
  });

  it('aborts its check at once on close', async () => {
    const folder = testFolder();
    await withStore(folder, storeSamples);
    const end = new AbortController();
    const looking = checkAndBackUp(needs(folder), end.signal);
    end.abort(new Error('The end.'));
    await expect(looking).rejects.toThrow('The end.');
  });
});
