import { z } from 'zod';
import type { PatternReplacer } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { patternFlags } from '#domain/publishing/edit-many.ts';
import { firstMessage } from '../thread/first-message.ts';

const usualMilliseconds = 2_000;

const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 256 };

/** Only another thread can end a long match. */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { texts, find, replacement, flags } = workerData;
const pattern = new RegExp(find, flags);
parentPort.postMessage(
  texts.map((text) => (text.search(pattern) < 0 ? null : text.replace(pattern, replacement))),
);
`;

const Replaced = z.array(z.string().nullable());

export function createPatternReplacer(milliseconds = usualMilliseconds): PatternReplacer {
  return {
    replace: async (texts, { find, replacement }, signal) => {
      const workerData = { texts, find, replacement, flags: patternFlags };
      const late = AbortSignal.timeout(milliseconds);
      const end = signal === undefined ? late : AbortSignal.any([signal, late]);
      try {
        return Replaced.parse(await firstMessage(program, { workerData, resourceLimits }, end));
      } catch {
        if (signal?.aborted === true) throw new ProblemError(cancelled);
        throw new ProblemError(late.aborted ? tooSlow(milliseconds) : tooLarge);
      }
    },
  };
}

const cancelled = plainProblem('aborted', 'Cancelled.', 'Nothing was changed.');

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
