import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { openForReading, openForWriting } from './database.ts';
import { areRowsWholeInSlices } from './inspect.ts';
import { aPlan, aSnapshot, storedOf } from '#test-support/stored-content-fixture.ts';
import { testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';
import { tables } from './tables.ts';

const sealer = testSealer();

/**
 * Bytes to which SQLite lets the log grow before it reuses it, plus one transaction of this test.
 */
const limit = 4_300_000;

/** An entry of about 40 kB. */
const longEntry = (number: number): JournalEntry =>
  anEntry({
    id: `entry-${number}`,
    meant: { ...aDefinition('Long'), payloadTemplate: 'x'.repeat(40_000) },
  });

const fileIn = (folder: string): string => join(folder, 'hookdesk.sqlite');
const logLength = (folder: string): number => statSync(`${fileIn(folder)}-wal`).size;

it('the log of the database stays short, with any reads between the writes', async () => {
  const folder = testFolder();
  await withStore(folder, async ({ journal, plans, snapshots }) => {
    await plans.write(aPlan(), sealer);
    await snapshots.write(storedOf(aSnapshot()), sealer);
    for (let number = 0; number < 300; number += 1) {
      await journal.write([longEntry(number)], sealer);
      await journal.read(`entry-${number}`, sealer);
      await plans.all(sealer);
      await snapshots.read('acme', sealer);
    }
    expect(logLength(folder)).toBeLessThan(limit);
  });
});

it('the log becomes short again after a large transaction', async () => {
  const folder = testFolder();
  await withStore(folder, async ({ journal }) => {
    const many = Array.from({ length: 200 }, (_, index) => longEntry(index));
    await journal.write(many, sealer);
    expect(logLength(folder)).toBeGreaterThan(limit);
    await journal.write([longEntry(1_000)], sealer);
    await journal.write([longEntry(1_001)], sealer);
    expect(logLength(folder)).toBeLessThan(limit);
  });
});

it('a scan of all rows does not block a checkpoint of the log', async () => {
  const folder = testFolder();
  await withStore(folder, async ({ journal }) => {
    const many = Array.from({ length: 300 }, (_, index) => longEntry(index));
    await journal.write(many, sealer);
    const reader = openForReading(fileIn(folder));
    onTestFinished(() => {
      reader.close();
    });
    const looking = areRowsWholeInSlices(reader, tables, new AbortController().signal);
    await journal.write([longEntry(1_000)], sealer);
    const writer = openForWriting(fileIn(folder));
    expect(writer.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()).toMatchObject({ busy: 0 });
    writer.close();
    expect(await looking).toBe(true);
  });
});
