import {
  plainProblem,
  type PlainProblemCode,
  type Problem,
  ProblemError,
  type RawAnswer,
} from '#domain/problem.ts';
import { effectOfStatus, mayHaveEffect } from '#domain/publishing/effect-by-answer.ts';
import type { Answer } from '../answer.ts';
import { isTransient, retryAfterOf, TransientProblem } from '../retry-reads.ts';
import { contentOf, isHtml, quoteOf, explanationOf } from './answer-content.ts';
import {
  type Context,
  type ExchangeFailure,
  type Facts,
  failureCodeOf,
  placeOf,
  type RefusedCertificate,
  withoutNulls,
} from './exchange-failure.ts';
import { faults, type Kind } from './faults.ts';
import { kindOfStatus } from './kind-of-status.ts';
import { type MessageParts, problemInWords } from './problem-words.ts';

/**
 * The problem of an exchange without a whole answer. The kind of the failure selects the words, the code what the
 * window offers. A write that may have been sent becomes `answer-lost`.
 */
export function exchangeProblem(
  failure: ExchangeFailure,
  context: Context,
  answer: RawAnswer | null = null,
): ProblemError {
  const { kind, phase, refusedCertificate } = failure;
  const isLost = context.isWrite && mayHaveEffect(phase);
  const code = failureCodeOf(kind, 'Proxy' in failure.facts, context.isTest);
  const facts = {
    ...placeOf(context),
    ...failure.facts,
    ...withoutNulls({ 'Time limit': timeLimitOf(kind, context) }),
    ...(refusedCertificate === null ? {} : certificateFacts(refusedCertificate)),
  };
  const problem = problemOf(kind, isLost ? 'answer-lost' : code, context, facts, {
    refusedCertificate,
    answer,
    outcome: outcomeOf(failure, context),
  });
  if (refusedCertificate !== null && code === 'unreachable' && !context.isTest) {
    return new ProblemError(certificateProblem(problem, refusedCertificate));
  }
  const mayPass = isTransient(kind) && !isLost && code !== 'proxy-failed';
  return mayPass ? new TransientProblem(problem) : new ProblemError(problem);
}

function outcomeOf({ kind, phase }: ExchangeFailure, { isWrite, isTest }: Context): string {
  if (!isWrite && !isTest) return '';
  // With TLS 1.3 the request may already be sent when the server rejects the certificate.
  if (faults[kind].code === 'client-certificate') return ' The request was not taken.';
  if (phase === 'connecting') return ' Nothing was sent.';
  return isTest && phase === 'waiting' ? ' The test may have arrived.' : '';
}

/** The problem of an answer whose status is no success. Reads the start of its body. */
export async function statusProblem(answer: Answer, context: Context): Promise<ProblemError> {
  const { masker, limits, request, isWrite } = context;
  await answer.keepStart(limits.errorBody);
  const explanation = explanationOf(answer, masker);
  const kind = kindOfStatus(answer.status, request);
  const retryAfter = answer.header('retry-after');
  const facts = {
    ...answerFacts(answer, context),
    ...withoutNulls({
      'Leads to': answer.header('location'),
      'Retry after': retryAfter,
      Message: explanation.detail,
    }),
    ...Object.fromEntries(
      explanation.mistakes.map(({ pointer, detail }, index) => [
        pointer === '' ? `Mistake ${index + 1}` : `At ${pointer}`,
        detail,
      ]),
    ),
  };
  const content = contentOf(answer, masker);
  const says =
    quoteOf(explanation, masker) || (isHtml(answer) ? ` The response was ${content}.` : '');
  const raw = answer.raw(masker);
  const { code: codeOfKind } = faults[kind];
  const hasNoEffect = !isWrite || effectOfStatus(raw) === 'refused';
  // `server-failed` also says that a write may have been applied.
  const code = hasNoEffect || codeOfKind === 'server-failed' ? codeOfKind : 'answer-lost';
  const problem = problemOf(kind, code, context, facts, { content, says, answer: raw });
  if (!isTransient(kind)) return new ProblemError(problem);
  return new TransientProblem(problem, retryAfterOf(retryAfter, answer.header('date'), new Date()));
}

/** The problem of an answer with a success status, whose content is wrong. */
export function contentProblem(
  kind:
    | 'no-token'
    | 'not-the-interface'
    | 'wrong-shape'
    | 'too-large'
    | 'page-after-write'
    | 'accepted-for-later',
  answer: Answer,
  context: Context,
  moreFacts: Facts = {},
): ProblemError {
  const facts = { ...answerFacts(answer, context), ...moreFacts };
  const content = contentOf(answer, context.masker);
  const raw = answer.raw(context.masker);
  return new ProblemError(
    problemOf(kind, faults[kind].code, context, facts, { content, answer: raw }),
  );
}

const answerFacts = (answer: Answer, context: Context): Facts => ({
  ...placeOf(context),
  ...withoutNulls({ Status: String(answer.status), 'Content type': answer.header('content-type') }),
});

/** Masks the words only: `HttpClient` masks facts and certificate, and `answer` is masked already. */
function problemOf(
  kind: Kind,
  code: PlainProblemCode,
  context: Context,
  facts: Facts,
  { answer, outcome = '', ...parts }: MessageParts & { answer: RawAnswer | null; outcome?: string },
): Problem {
  const { what, advice } = problemInWords(kind, context, facts, parts);
  const mayBeApplied = context.isWrite && (code === 'answer-lost' || code === 'server-failed');
  if (!mayBeApplied) return plainProblem(code, what + outcome, advice, facts, answer);
  const { subject } = context.request;
  return plainProblem(
    code,
    what,
    `The request was sent and may have been applied. Refresh ${typeof subject === 'number' ? `webhook ${subject}` : 'the list'} to see the current version before you send anything else.`,
    facts,
    answer,
  );
}

function timeLimitOf(kind: Kind, { limits }: Context): string | null {
  if (kind === 'timeout-waiting') return duration(limits.headersMilliseconds);
  if (kind === 'timeout-answering') return duration(limits.bodyMilliseconds);
  return kind.startsWith('timeout-') ? duration(limits.connectMilliseconds) : null;
}

function certificateProblem(
  { message, advice, facts }: Problem,
  { certificate, doubts, replaced }: RefusedCertificate,
): Problem {
  const common = { message, advice, facts, answer: null, certificate, doubts: [...doubts] };
  if (replaced !== null) {
    return { ...common, code: 'certificate-changed', trusted: replaced };
  }
  // Pinning does not make a weak key safe.
  const isUntrusted = doubts.includes('unknown-issuer') && !doubts.includes('weak');
  return { ...common, code: isUntrusted ? 'certificate-untrusted' : 'certificate-invalid' };
}

const certificateFacts = ({ certificate, replaced }: RefusedCertificate): Facts =>
  withoutNulls({
    'Trusted fingerprint': replaced?.fingerprint ?? null,
    'Trusted key': replaced?.spkiSha256 ?? null,
    'Trusted until now': replaced?.subject ?? null,
    'Certificate of': certificate.subject,
    'Issued by': certificate.issuer,
    'Valid from': certificate.validFrom,
    'Valid until': certificate.validTo,
    'For hosts': certificate.names.join(', ') || 'no host name',
    Key: certificate.algorithm,
    'SHA-256 fingerprint': certificate.fingerprint,
    'SHA-256 of the key': certificate.spkiSha256,
  });

const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
