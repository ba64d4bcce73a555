/** One part of Hookdesk that has to work on this machine. */
export interface Check {
  readonly name: string;
  /** In milliseconds. */
  readonly limit: number;
  /** What to do where the check does not end in time, or fails without a reason of its own. */
  readonly advice: string;
  /** Returns what was found, in a few words. Rejects with CheckFailed, ProblemError or another error. */
  readonly run: () => Promise<string>;
}

export interface CheckResult {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'not run';
  /** What was found, or what is wrong. */
  readonly text: string;
  /** What to do; `null` where the check passed. */
  readonly advice: string | null;
  readonly milliseconds: number;
}

/** A check found something wrong; without an advice of its own, that of the check counts. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  readonly advice: string | null;
  constructor(text: string, advice: string | null = null) {
    super(text);
    this.advice = advice;
  }
}
