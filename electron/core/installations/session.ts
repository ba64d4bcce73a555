import type { SessionState } from '#contract/sessions.ts';
import type { Problem } from '#domain/problem.ts';

/** How a request asks for its auth token. */
export interface TokenNeed {
  readonly signal?: AbortSignal | undefined;
  /** Whether it may wait until a person has entered a new one. */
  readonly waitForSignIn: boolean;
}

/** Where the requests to one connection get their auth token, for as long as its settings stay. */
export interface Session {
  state(): SessionState;
  /** The auth token to send now. Rejects with a ProblemError where there is none to be had. */
  authToken(need: TokenNeed): Promise<string>;
  /** A request with this auth token was served. */
  accepted(authToken: string): void;
  /** A request with this auth token was refused for it. Gives back the problem as a person is told it. */
  refused(authToken: string, problem: Problem): Problem;
  /** Gives out no more auth tokens, lets nobody wait, and signs out. Does not reject. */
  end(): Promise<void>;
}
