export interface Check {
  readonly name: string;
  /** Milliseconds. */
  readonly limit: number;
  /** For a timeout, or for a failure without its own advice. */
  readonly advice: string;
  /** Returns the finding. Rejects with CheckFailed, ProblemError or another error. */
  readonly run: () => Promise<string>;
}

export interface CheckResult {
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'not run';
  readonly text: string;
  /** `null` if the check passed. */
  readonly advice: string | null;
  readonly milliseconds: number;
}

export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';
  readonly advice: string | null;
  constructor(text: string, advice: string | null = null) {
    super(text);
    this.advice = advice;
  }
}
