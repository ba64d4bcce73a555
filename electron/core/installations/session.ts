import type { SessionState } from '#contract/sessions.ts';
import type { Problem } from '#domain/problem.ts';

export interface TokenNeed {
  readonly signal?: AbortSignal | undefined;
  /** Whether the request may wait for a person to enter a new token. */
  readonly waitForSignIn: boolean;
}

export interface Session {
  state(): SessionState;
  authToken(need: TokenNeed): Promise<string>;
  accepted(authToken: string): void;
  /** Called after a 401. Returns the problem to show. */
  refused(authToken: string, problem: Problem): Problem;
  /** Signs out, and ends all waits. Does not reject. */
  end(): Promise<void>;
}
