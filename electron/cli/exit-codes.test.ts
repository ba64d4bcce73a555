import { describe, expect, it } from 'vitest';
import type { RowOutcome } from '#domain/publishing/plan.ts';
import { exitCodeOfApply, exitCodes } from './exit-codes.ts';

describe('the exit code of apply', () => {
  const { done, error, partlyApplied, signInNeeded } = exitCodes;
  it.each<[outcomes: RowOutcome[], whole: number, afterSignInNeeded: number, withRowsLeft: number]>(
    [
      [[], done, done, partlyApplied],
      [['done', 'done'], done, done, partlyApplied],
      [['unchanged'], done, done, partlyApplied],
      [['done', 'failed'], partlyApplied, signInNeeded, partlyApplied],
      [['done', 'cancelled', 'not-attempted'], partlyApplied, signInNeeded, partlyApplied],
      [['differs'], partlyApplied, signInNeeded, partlyApplied],
      [['unknown', 'failed'], partlyApplied, signInNeeded, partlyApplied],
      [['unchanged', 'failed'], error, signInNeeded, error],
      [['failed'], error, signInNeeded, error],
      [['cancelled'], error, signInNeeded, error],
      [['not-attempted'], error, signInNeeded, error],
    ],
  )('for %j is %i, %i without a sign-in, %i when rows are left', (outcomes, ...expected) => {
    const end = { outcomes, needsSignIn: false, leavesRows: false };
    expect([
      exitCodeOfApply(end),
      exitCodeOfApply({ ...end, needsSignIn: true }),
      exitCodeOfApply({ ...end, leavesRows: true }),
    ]).toEqual(expected);
  });
});
