// @module-tag slow
import { mkdtempSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { bundleProgram } from '#test-support/bundle-program.ts';
import { contentOf, folderOfTests } from '#test-support/store-fixture.ts';
import { contentHarms } from './testing/content-harms.ts';
import { type Answered, runEdits } from './testing/edits.ts';

/** Rounds of each harm. For a long run: `HOOKDESK_HARM_ROUNDS=50 vitest run …`. */
const rounds = Number(process.env.HOOKDESK_HARM_ROUNDS ?? 3);
const timeLimit = { timeout: 30_000 + rounds * 10_000 };
/** More edits than the time allows. */
const endless = 1_000_000;

let edits: string;
beforeAll(async () => {
  edits = await bundleProgram(
    join(import.meta.dirname, 'testing/edits-program.ts'),
    folderOfTests(),
  );
});

/** On a disk, where most of the time passes during commits. */
function folderOnDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookdesk-changed-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** Each draft has its last acknowledged edit, or a later one. */
function expectStored(
  drafts: readonly StoredDraft[],
  answers: readonly Answered[],
  when: string,
): void {
  const stored = new Map(
    drafts.map(({ id, definition }) => [id, Number(definition.name.slice('edit '.length))]),
  );
  for (const { number, status } of answers) {
    if (status !== 'kept') continue;
    expect(stored.get(`acme/${number % 20}`), when).toBeGreaterThanOrEqual(number);
  }
}

const isTold = ({ message }: Answered): boolean =>
  /Another program changed the content of .* while Hookdesk was running/.test(message);

/** Harms the file between or during commits, and kills the program after later acknowledged edits. */
async function harmedAndKilled(directory: string, harm: () => void, before: number) {
  let sinceTold = 0;
  let isHarmed = false;
  return runEdits({ program: edits, directory, first: 0, count: endless }, (answered, child) => {
    if (answered.number === before) {
      harm();
      isHarmed = true;
    }
    if (isHarmed && answered.status === 'kept' && (sinceTold > 0 || isTold(answered))) {
      sinceTold += 1;
    }
    if (sinceTold === 25) child.kill('SIGKILL');
  });
}

describe.skipIf(process.platform === 'win32').each(Object.entries(contentHarms))(
  'while Hookdesk wrote, %s',
  (_, harm) => {
    it(
      'the person is told, and each acknowledged edit is there after a kill',
      timeLimit,
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const folder = folderOnDisk();
          const harmIt = (): void => {
            harm(join(folder, 'hookdesk.sqlite'));
          };
          const answers = await harmedAndKilled(folder, harmIt, 40 + round * 7);
          expect(answers.some(isTold)).toBe(true);
          const { drafts, unreadable, notice } = await contentOf(folder);
          expect({ unreadable, notice }).toEqual({ unreadable: 0, notice: null });
          expectStored(drafts, answers, `round ${round}`);
        }
      },
    );
  },
);

describe.skipIf(process.platform === 'win32')(
  'while Hookdesk wrote, the shared index of the log was truncated',
  () => {
    it('the process ends, and each acknowledged edit is there', timeLimit, async () => {
      const folder = folderOnDisk();
      const run = { program: edits, directory: folder, first: 0, count: endless };
      const answers = await runEdits(run, ({ number }) => {
        if (number === 40) truncateSync(join(folder, 'hookdesk.sqlite-shm'), 0);
      });
      expect(answers.every(({ status }) => status === 'kept')).toBe(true);
      const { drafts, notice } = await contentOf(folder);
      expect(notice).toBeNull();
      expectStored(drafts, answers, 'after its end');
    });
  },
);
