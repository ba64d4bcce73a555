import { ORPCError } from '@orpc/server';
import { ProblemError } from '#domain/problem.ts';

/** A problem on its way to the window keeps its data; anything else is told as an internal error. */
export function asRpcError(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  return new ORPCError('PROBLEM', {
    defined: true,
    status: 422,
    message: error.problem.message,
    data: error.problem,
  });
}

/** Errors inside a stream do not pass through the middleware: they are turned here. */
export async function* guarded<T>(
  events: AsyncGenerator<T, void, void>,
): AsyncGenerator<T, void, void> {
  try {
    yield* events;
  } catch (error) {
    throw asRpcError(error);
  }
}
