import { ORPCError } from '@orpc/server';
import { ProblemError } from '#domain/problem.ts';

/** Keeps a problem's data; other errors become internal errors. */
export function asRpcError(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  return new ORPCError('PROBLEM', {
    defined: true,
    status: 422,
    message: error.problem.message,
    data: error.problem,
  });
}

/** Errors inside a stream bypass the middleware. */
export async function* withRpcErrors(
  events: AsyncGenerator<unknown, unknown, void>,
): AsyncGenerator<unknown, unknown, void> {
  try {
    return yield* events;
  } catch (error) {
    throw asRpcError(error);
  }
}
