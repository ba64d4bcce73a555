import type { SessionState } from '#contract/sessions.ts';
import type { Problem } from '#domain/problem.ts';

/** How a request waits for its auth token. */
export interface TokenNeed {
  readonly signal?: AbortSignal | undefined;
  /** Whether the request may wait for a person to enter a new token. */
  readonly waitForSignIn: boolean;
}

/**
 * Gives the auth token for each request to an installation, and hears whether it was accepted. It decides
 * when a new token is needed: `EnteredToken` asks a person, `SignInSession` signs in again.
 */
export interface Session {
  state(): SessionState;
  authToken(need: TokenNeed): Promise<string>;
  accepted(authToken: string): void;
  /** Called after a 401. Returns the problem to show. */
  refused(authToken: string, problem: Problem): Problem;
  /** Signs out, and ends all waits. Does not reject. */
  end(): Promise<void>;
}
