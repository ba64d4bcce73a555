import { ProblemError } from '#domain/problem.ts';
import type { Session, TokenNeed } from './session.ts';

/** Also retries writes with the next token: a request refused with 401 has no effect. */
export async function retryOnceAfter401<Result>(
  /** Called for each attempt: a newly entered password makes a new session. `null`: no sign-in. */
  currentSession: () => Session | null,
  need: TokenNeed,
  request: (authToken: string | null) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    const session = currentSession();
    if (session === null) return request(null);
    const authToken = await session.authToken(need);
    try {
      const result = await request(authToken);
      session.accepted(authToken);
      return result;
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      const refused = session.refused(authToken, error.problem);
      if (attempt === 2) throw new ProblemError(refused);
    }
  }
}

export const isUnauthorized = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.problem.code === 'unauthorized';
