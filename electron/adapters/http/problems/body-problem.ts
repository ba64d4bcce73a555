import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { Answer } from '../answer.ts';
import type { ShapeError } from '../codec/shape.ts';
import { type Context, size, whereFacts } from './context.ts';
import { whatCame } from './what-came.ts';

const checkRoot =
  'Check address and API root in the settings of the installation: something else may answer there, such as a sign-in page or a gateway.';

function facts(answer: Answer, context: Context): Record<string, string> {
  return {
    ...whereFacts(context),
    Status: String(answer.status),
    'Content type': answer.header('content-type') ?? 'not said',
  };
}

/** A successful answer that holds something else than JSON of the interface. */
export function notTheInterface(answer: Answer, context: Context): ProblemError {
  const { subject } = context.request;
  const expected = typeof subject === 'number' ? 'a webhook' : context.subject;
  return new ProblemError(
    plainProblem(
      'not-the-interface',
      `${context.request.url.host} answered with ${whatCame(answer, context.masker)}, where ${expected} was expected. This is not the webhook interface.`,
      checkRoot,
      facts(answer, context),
      answer.raw(context.masker),
    ),
  );
}

/** A successful answer that is JSON, of another shape than the interface has. */
export function wrongShape(error: ShapeError, answer: Answer, context: Context): ProblemError {
  const where = error.pointer === '' ? 'at the top' : `at ${error.pointer}`;
  return new ProblemError(
    plainProblem(
      'not-the-interface',
      `${context.request.url.host} answered with JSON that is not as the interface has it: ${where}, ${error.expected} was expected and ${error.found} was found.`,
      'Check the API root and the variant in the settings of the installation. If both are right, the installation speaks another version of the interface.',
      {
        ...facts(answer, context),
        Where: error.pointer === '' ? 'the top' : error.pointer,
        Expected: error.expected,
        Found: error.found,
      },
      answer.raw(context.masker),
    ),
  );
}

/** An answer that is larger than Hookdesk reads. */
export function tooLarge(answer: Answer, context: Context, limit: string | null): ProblemError {
  const most = limit ?? size(context.limits.bodyBytes);
  return new ProblemError(
    plainProblem(
      'too-large',
      `The answer of ${context.request.url.host} is larger than the ${most} that Hookdesk reads, so it was given up.`,
      'Check address and API root. A list this long cannot be opened.',
      { ...facts(answer, context), Limit: most },
      answer.raw(context.masker),
    ),
  );
}
