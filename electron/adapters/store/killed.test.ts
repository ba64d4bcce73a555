// @module-tag slow
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aChangingSnapshot,
  aLongSnapshot,
  entries,
  plainOf,
} from '#test-support/stored-content-fixture.ts';
import { bundleProgram } from '#test-support/bundle-program.ts';
import { runEdits } from './testing/edits.ts';
import {
  contentOf,
  folderOfTests,
  testFolder,
  testSealer,
  withStore,
} from '#test-support/store-fixture.ts';

/** Rounds of each test. For a long run: `HOOKDESK_KILL_ROUNDS=200 vitest run …/killed.test.ts`. */
const rounds = Number(process.env.HOOKDESK_KILL_ROUNDS ?? 12);
const lanes = 2;
const timeLimit = { timeout: 60_000 + rounds * 2_000 };
/** More edits than the time allows. */
const endless = 100_000;

let edits: string;
let writes: string;
beforeAll(async () => {
  const folder = folderOfTests();
  edits = await bundleProgram(join(import.meta.dirname, 'testing/edits-program.ts'), folder);
  writes = await bundleProgram(join(import.meta.dirname, 'testing/writes-program.ts'), folder);
});

/**
 * A number that differs in each round and depends on the round only, so that failures are
 * reproducible.
 */
const spread = (round: number, most: number): number => (round * 7_919) % most;

/** Runs a program until a number of acknowledged changes, and kills it during the next work. */
function killed(program: string, directory: string, round: number, most: number) {
  const after = 1 + spread(round, most);
  let seen = 0;
  const run = { program, directory, first: round * endless, count: endless };
  return runEdits(run, (_, child) => {
    seen += 1;
    if (seen === after) setTimeout(() => child.kill('SIGKILL'), spread(round, 7) / 2);
  });
}

/** The latest edit number of each draft. */
function latest(numbers: readonly number[]): Map<number, number> {
  const byDraft = new Map<number, number>();
  for (const number of numbers) {
    byDraft.set(number % 20, Math.max(number, byDraft.get(number % 20) ?? -1));
  }
  return byDraft;
}

async function killEditing(folder: string, lane: number): Promise<number> {
  const answered: number[] = [];
  for (let round = lane; round < rounds; round += lanes) {
    const answers = await killed(edits, folder, round, 23);
    expect(answers.every(({ status }) => status === 'kept')).toBe(true);
    answered.push(...answers.map(({ number }) => number));
    const { drafts, unreadable, notice } = await contentOf(folder);
    expect({ unreadable, notice }, `round ${round}`).toEqual({ unreadable: 0, notice: null });
    const stored = latest(drafts.map(({ definition }) => Number(definition.name.slice(5))));
    for (const [draft, number] of latest(answered)) {
      expect(stored.get(draft), `draft ${draft} in round ${round}`).toBeGreaterThanOrEqual(number);
    }
  }
  return answered.length;
}

async function killWriting(folder: string, lane: number): Promise<number> {
  const sealer = testSealer();
  let begun = 0;
  let read = -1;
  let changed = -1;
  for (let round = lane; round < rounds; round += lanes) {
    const answers = await killed(writes, folder, round, 61);
    const where = `round ${round}`;
    const of = (status: string): number[] =>
      answers.filter((answer) => answer.status === status).map(({ number }) => number);
    begun += of('begun').length;
    read = Math.max(read, ...of('read'));
    await withStore(folder, async ({ journal, snapshots, notice }) => {
      expect(notice, where).toBeNull();
      const page = await journal.page({}, null, 800, sealer);
      expect(page.unreadable, where).toBe(0);
      const held = new Map(page.entries.map((entry) => [entry.id, entry]));
      for (const from of of('begun')) {
        expect(
          entries(8, 'Entry', from).filter(({ id }) => !held.has(id)),
          where,
        ).toEqual([]);
      }
      for (const from of of('ended')) {
        for (const entry of entries(8, 'Entry', from)) {
          const found = held.get(entry.id);
          expect(found, where).toEqual({ ...entry, revision: 1, sequence: found?.sequence });
        }
      }
      // A group is complete or missing. The newest page ends with a whole group after any kill.
      expect(page.entries.length % 8, where).toBe(0);
      changed = Math.max(changed, ...of('changed'));
      const changing = plainOf(await snapshots.read('globex', sealer));
      if (changed !== -1 || changing !== null) {
        const names = changing?.webhooks.map(({ name }) => Number(name.slice('Write '.length)));
        const last = Math.max(...(names ?? []));
        expect(last, where).toBeGreaterThanOrEqual(changed);
        expect(changing, where).toEqual(aChangingSnapshot(last));
      }
      const list = plainOf(await snapshots.read('acme', sealer));
      if (read === -1 && list === null) return;
      const [name = ''] = list?.webhooks.map((webhook) => webhook.name) ?? [];
      const number = Number(/^List (\d+):/.exec(name)?.[1]);
      expect(number, where).toBeGreaterThanOrEqual(read);
      expect(list, where).toEqual(aLongSnapshot(`List ${number}:`, 300));
    });
  }
  return begun;
}

describe('a killed host', () => {
  it(`has every acknowledged edit, ${rounds} times over`, timeLimit, async () => {
    const folders = Array.from({ length: lanes }, testFolder);
    const answered = await Promise.all(folders.map(killEditing));
    expect(Math.min(...answered)).toBeGreaterThan(rounds / lanes);
  });

  it(
    `has every acknowledged entry and complete lists, ${rounds} times over`,
    timeLimit,
    async () => {
      const folders = Array.from({ length: lanes }, testFolder);
      const begun = await Promise.all(folders.map(killWriting));
      expect(Math.min(...begun)).toBeGreaterThan(rounds / lanes);
    },
  );
});
