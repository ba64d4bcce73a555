import { beforeAll, describe, expect, it } from 'vitest';
import { bundleEdits, runEdits } from './testing/edits.ts';
import { contentOf, folderOfTests, testFolder } from './testing/store-of-a-test.ts';

const rounds = 200;
const lanes = 2;
/** More edits than there is time for before the end. */
const endless = 100_000;

let program: string;
beforeAll(async () => {
  program = await bundleEdits(folderOfTests());
});

/** A number that another round does not have, from the round alone: what fails can be run again. */
const spread = (round: number, most: number): number => (round * 7_919) % most;

/** The latest edit of each draft, by its number. */
function latest(numbers: readonly number[]): Map<number, number> {
  const byDraft = new Map<number, number>();
  for (const number of numbers) {
    byDraft.set(number % 20, Math.max(number, byDraft.get(number % 20) ?? -1));
  }
  return byDraft;
}

async function killAgainAndAgain(folder: string, lane: number): Promise<number> {
  const answered: number[] = [];
  for (let round = lane; round < rounds; round += lanes) {
    const after = 1 + spread(round, 23);
    let seen = 0;
    const first = round * endless;
    const answers = await runEdits(
      { program, directory: folder, first, count: endless },
      (_, child) => {
        seen += 1;
        // Somewhere between one answer and the next: in the middle of whatever is going on then.
        if (seen === after) setTimeout(() => child.kill('SIGKILL'), spread(round, 7) / 2);
      },
    );
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

describe('a host that is killed while somebody edits', () => {
  it(
    `has every edit that it answered for, ${rounds} times over`,
    { timeout: 240_000 },
    async () => {
      const folders = Array.from({ length: lanes }, testFolder);
      const answered = await Promise.all(folders.map(killAgainAndAgain));
      expect(Math.min(...answered)).toBeGreaterThan(rounds / lanes);
    },
  );
});
