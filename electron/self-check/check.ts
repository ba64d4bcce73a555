import { systemClock } from '#adapters/clock/clock.ts';
import { describeUnexpected } from '#core/describe-unexpected.ts';
import { timedOut, withTimeout } from '#core/with-timeout.ts';
import { ProblemError } from '#domain/problem.ts';

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

/** A check that exceeds its limit fails, and the next one starts. */
export async function runChecks(checks: readonly Check[]): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const check of checks) results.push(await runCheck(check));
  return results;
}

export async function runCheck(check: Check): Promise<CheckResult> {
  const { name, limit } = check;
  const startedAt = performance.now();
  const outcome = await outcomeOf(check, limit);
  return { name, ...outcome, milliseconds: Math.round(performance.now() - startedAt) };
}

type Outcome = Pick<CheckResult, 'status' | 'text' | 'advice'>;

async function outcomeOf(check: Check, limit: number): Promise<Outcome> {
  try {
    const text = await withTimeout(systemClock, check.run(), limit);
    if (text !== timedOut) return { status: 'passed', text, advice: null };
    return failed(`It did not end within ${limit / 1_000} s.`, check.advice);
  } catch (error) {
    if (error instanceof CheckFailed) return failed(error.message, error.advice ?? check.advice);
    if (error instanceof ProblemError) {
      const { message, advice } = error.problem;
      return failed(message, advice);
    }
    return failed(`Unexpected error: ${describeUnexpected(error)}`, check.advice);
  }
}

const failed = (text: string, advice: string): Outcome => ({ status: 'failed', text, advice });
