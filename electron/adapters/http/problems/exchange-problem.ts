import { type Problem, plainProblem, ProblemError, type RawAnswer } from '#domain/problem.ts';
import {
  CertificateFailure,
  type ExchangeFailure,
  type FailureKind,
  ProxyFailure,
} from '../failure.ts';
import { certificateFacts } from './certificate-words.ts';
import { type Context, whereFacts } from './context.ts';
import { wordsFor } from './failure-words.ts';
import { gatewayStatuses, PassingProblem } from './passing-problem.ts';

/**
 * The problem that a failed exchange is. A write that may have left is `answer-lost`; one that
 * cannot have left says that nothing was sent.
 *
 * @param answer what had come of the answer, if anything
 */
export function exchangeProblem(
  failure: ExchangeFailure,
  context: Context,
  answer: RawAnswer | null = null,
): ProblemError {
  const { isWrite } = context;
  const words = wordsFor(failure, context);
  const facts = {
    ...whereFacts(context),
    ...words.facts,
    ...(failure.code === null ? {} : { 'System code': failure.code }),
  };
  if (isWrite && failure.phase !== 'connecting') {
    return answerLost(context, words.what, facts, answer);
  }
  // With TLS 1.3 the request may be on its way when the server turns this client away: it is not taken.
  const fate =
    words.code === 'client-certificate' ? 'The request was not taken.' : 'Nothing was sent.';
  const message = isWrite ? `${words.what} ${fate}` : words.what;
  if (failure instanceof CertificateFailure) {
    return new ProblemError(certificateProblem(failure, message, words.advice, facts));
  }
  const problem = plainProblem(words.code, message, words.advice, facts, answer);
  return mayPass(failure) ? new PassingProblem(problem) : new ProblemError(problem);
}

/** Whether the next attempt may succeed: a service that is being started, a line that was cut. */
function mayPass(failure: ExchangeFailure): boolean {
  if (failure instanceof ProxyFailure) {
    return 'status' in failure.why && gatewayStatuses.has(failure.why.status);
  }
  return passing.has(failure.kind);
}

const passing = new Set<FailureKind>([
  'refused',
  'no-route',
  'name-service-silent',
  'closed',
  'connect-timeout',
  'other',
]);

/** A problem of a certificate, which carries it: the window can offer to trust it. */
function certificateProblem(
  { certificate, doubts, trusted }: CertificateFailure,
  message: string,
  advice: string,
  facts: Record<string, string>,
): Problem {
  const told = plainProblem(
    'unreachable',
    message,
    advice,
    { ...facts, ...certificateFacts(certificate) },
    null,
  );
  const common = { message, advice, facts: told.facts, answer: null, certificate };
  if (trusted !== null) {
    return { ...common, code: 'certificate-changed', trusted, doubts: [...doubts] };
  }
  // Against weakness no trust helps, so that nobody is led to try it.
  const isUntrusted = doubts.includes('unknown-issuer') && !doubts.includes('weak');
  const code = isUntrusted ? 'certificate-untrusted' : 'certificate-invalid';
  return { ...common, code, doubts: [...doubts] };
}

/** The problem of a write that was sent and whose answer does not say what became of it. */
export function answerLost(
  { subject, request }: Context,
  what: string,
  facts: Record<string, string>,
  answer: RawAnswer | null,
): ProblemError {
  const read = request.subject === 'collection' ? 'the list' : subject;
  return new ProblemError(
    plainProblem(
      'answer-lost',
      `${what} The request was sent: it may have been applied, and it may not.`,
      `Read ${read} again to see what the installation holds, before you send anything else.`,
      facts,
      answer,
    ),
  );
}
