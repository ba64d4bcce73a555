import type { RowOutcome } from '#domain/publishing/plan.ts';

/** `exitCodeOfApply` chooses one for applied plans, each other command its own, and `failureOf` one for an error. */
export const exitCodes = {
  done: 0,
  error: 1,
  /** Only with `--exit-code`. */
  differences: 2,
  /** Some changes were made, and some were not or are unknown. */
  partlyApplied: 3,
  /** Of the installation or of the vault. */
  signInNeeded: 4,
  /** An installation changed since the plan was made; see `staleRows`. */
  stalePlan: 5,
  /** Another command, or a running Hookdesk that accepts none, uses the data folder. */
  locked: 6,
  /** 128 plus the number of SIGINT, as shells do. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const finished: readonly RowOutcome[] = ['done', 'unchanged'];
const mayHaveChanged: readonly RowOutcome[] = ['done', 'differs', 'unknown'];

interface ApplyEnd {
  readonly outcomes: readonly RowOutcome[];
  /** An installation refused the credentials, so that the plan was cancelled. */
  readonly needsSignIn: boolean;
  /** The plan has rows that could not be sent. */
  readonly leavesRows: boolean;
}

/** The exit code of a command that sent the rows of a plan. */
export function exitCodeOfApply({ outcomes, needsSignIn, leavesRows }: ApplyEnd): ExitCode {
  if (outcomes.every((outcome) => finished.includes(outcome))) {
    return leavesRows ? exitCodes.partlyApplied : exitCodes.done;
  }
  if (needsSignIn) return exitCodes.signInNeeded;
  const isPartly = outcomes.some((outcome) => mayHaveChanged.includes(outcome));
  return isPartly ? exitCodes.partlyApplied : exitCodes.error;
}
