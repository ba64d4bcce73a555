import { ORPCError } from '@orpc/server';
import { ProblemError } from '#domain/problem.ts';
import { describeUnexpected } from './describe-unexpected.ts';

/** Reports each error that is no problem once. Errors after an abort are expected. */
export function reportingUnexpected(reportUnexpected: (description: string) => void) {
  const reported = new WeakSet<Error>();
  const check = (error: unknown, signal: AbortSignal | undefined): void => {
    if (signal?.aborted === true || isForeseen(error)) return;
    if (error instanceof Error) {
      if (reported.has(error)) return;
      reported.add(error);
    }
    reportUnexpected(describeUnexpected(error));
  };
  return {
    clientInterceptors: [
      async ({ next, signal }: Call): Promise<unknown> => {
        try {
          const output = await next();
          return isStream(output)
            ? reportErrorsOf(output, (error) => {
                check(error, signal);
              })
            : output;
        } catch (error) {
          check(error, signal);
          throw error;
        }
      },
    ],
  };
}

/** A call of a window, as the RPC handler passes it to an interceptor. */
export interface Call {
  readonly next: () => Promise<unknown>;
  readonly path: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

const isForeseen = (error: unknown): boolean => error instanceof ORPCError && error.defined;

export const isStream = (output: unknown): output is AsyncGenerator<unknown, unknown, void> =>
  typeof output === 'object' && output !== null && Symbol.asyncIterator in output;

async function* reportErrorsOf(
  events: AsyncGenerator<unknown, unknown, void>,
  onError: (error: unknown) => void,
): AsyncGenerator<unknown, unknown, void> {
  try {
    return yield* events;
  } catch (error) {
    onError(error);
    throw error;
  }
}

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
