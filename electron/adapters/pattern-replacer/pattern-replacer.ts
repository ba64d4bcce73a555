import { Worker } from 'node:worker_threads';
import type { PatternReplacer } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { patternFlags } from '#domain/publishing/edit-many.ts';

/** Milliseconds for one call. */
const timeLimit = 2_000;

const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

/** A text, because a bundled host has no file for it. Only another thread can end a long match. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { texts, find, replacement, flags } = workerData;
const pattern = new RegExp(find, flags);
parentPort.postMessage(
  texts.map((text) => (text.search(pattern) < 0 ? null : text.replace(pattern, replacement))),
);
`;

/** Runs each call in a thread of its own, which ends after the time limit. */
export function createPatternReplacer(milliseconds = timeLimit): PatternReplacer {
  return {
    replace: (texts, { find, replacement }, signal) =>
      new Promise((resolve, reject) => {
        const workerData = { texts, find, replacement, flags: patternFlags };
        const worker = new Worker(program, {
          eval: true,
          execArgv: [],
          workerData,
          resourceLimits,
        });
        const end = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
          void worker.terminate();
        };
        const refuse = (problem: ReturnType<typeof plainProblem>): void => {
          end();
          reject(new ProblemError(problem));
        };
        const cancel = (): void => {
          refuse(plainProblem('aborted', 'Cancelled.', 'Nothing was changed.'));
        };
        const timer = setTimeout(() => {
          refuse(tooSlow(milliseconds));
        }, milliseconds);
        signal?.addEventListener('abort', cancel);
        worker.on('message', (replaced: readonly (string | null)[]) => {
          end();
          resolve(replaced);
        });
        worker.on('error', () => {
          refuse(tooLarge);
        });
        if (signal?.aborted === true) cancel();
      }),
  };
}

const tooSlow = (milliseconds: number) =>
  plainProblem(
    'refused',
    `The regular expression took longer than ${milliseconds / 1_000} s.`,
    'Nothing was changed. Simplify it, for example without a repetition inside a repetition.',
  );

const tooLarge = plainProblem(
  'refused',
  'The regular expression needs too much memory.',
  'Nothing was changed. Use a shorter replacement, or select fewer webhooks.',
);
