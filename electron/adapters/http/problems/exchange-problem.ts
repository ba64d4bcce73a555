import { plainProblem, ProblemError, type RawAnswer } from '#domain/problem.ts';
import type { CertificateFacts } from '#domain/installation/trust.ts';
import { seenCertificate } from '../certificate.ts';
import type { ExchangeFailure } from '../failure.ts';
import { type Context, whereFacts } from './context.ts';
import { wordsFor } from './failure-words.ts';
import { PassingProblem } from './passing-problem.ts';

/**
 * The problem that a failed exchange is. A write that may have left is `answer-lost`; one that
 * cannot have left says that nothing was sent.
 *
 * @param answer what had come of the answer, if anything
 */
export async function exchangeProblem(
  failure: ExchangeFailure,
  context: Context,
  answer: RawAnswer | null = null,
): Promise<ProblemError> {
  const { request, limits, isWrite } = context;
  const words = wordsFor(failure, request.url.host, limits);
  const code = words.code;
  const isCertificate = code === 'certificate-untrusted' || code === 'certificate-invalid';
  const seen = isCertificate ? await seenCertificate(request.url, limits.connect) : null;
  const facts = {
    ...whereFacts(context),
    ...(words.limit === undefined ? {} : { 'Time limit': words.limit }),
    ...(failure.code === null ? {} : { 'System code': failure.code }),
    ...certificateFacts(seen),
  };
  if (isWrite && failure.phase !== 'connecting') {
    return answerLost(context, words.what, facts, answer);
  }
  const message = isWrite ? `${words.what} Nothing was sent.` : words.what;
  const plainCode = isCertificate ? 'unreachable' : code;
  const plain = plainProblem(plainCode, message, words.advice, facts, answer);
  if (isCertificate && seen !== null) {
    return new ProblemError({ ...plain, code, certificate: seen, doubts: ['other'] });
  }
  const problem = plain;
  const passes =
    words.code === 'unreachable' ||
    (words.code === 'timed-out' && failure.kind === 'connect-timeout');
  return passes ? new PassingProblem(problem) : new ProblemError(problem);
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

function certificateFacts(seen: CertificateFacts | null): Record<string, string> {
  if (seen === null) return {};
  return {
    'Certificate of': seen.subject,
    'Issued by': seen.issuer,
    'Valid from': seen.validFrom,
    'Valid until': seen.validTo,
    'For hosts': seen.names.join(', '),
    'SHA-256 fingerprint': seen.fingerprint,
  };
}
