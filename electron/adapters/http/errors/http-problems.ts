import type { ForbiddenAddress } from '#domain/delivery/forbidden-address.ts';
import {
  plainProblem,
  type PlainProblemCode,
  type Problem,
  ProblemError,
  type RawAnswer,
} from '#domain/problem.ts';
import { effectOfStatus, mayHaveEffect } from '#domain/publishing/effect-by-answer.ts';
import type { Answer } from '../answer.ts';
import { retryAfterOf, TransientProblem } from '../retry-transient.ts';
import { contentOf, isHtml, quoteOf, explanationOf } from './answer-content.ts';
import {
  type Context,
  type ExchangeFailure,
  type Facts,
  failureCodeOf,
  isTransient,
  placeOf,
  type RefusedCertificate,
  withoutNulls,
} from './exchange-failure.ts';
import { faults, type FaultWords, inSettings, type Kind, networkNote } from './faults.ts';
import { kindOfStatus } from './kind-of-status.ts';

/** The problem of an exchange without a whole answer. A write that may have been sent becomes `answer-lost`. */
export function exchangeProblem(
  failure: ExchangeFailure,
  context: Context,
  answer: RawAnswer | null = null,
): ProblemError {
  const { kind, phase, refused } = failure;
  const isLost = context.isWrite && mayHaveEffect(phase);
  const code = failureCodeOf(kind, 'Proxy' in failure.facts, context.isTest);
  const facts = {
    ...placeOf(context),
    ...failure.facts,
    ...withoutNulls({ 'Time limit': timeLimitOf(kind, context) }),
    ...(refused === null ? {} : certificateFacts(refused)),
  };
  const problem = problemOf(kind, isLost ? 'answer-lost' : code, context, facts, {
    refused,
    answer,
    outcome: outcomeOf(failure, context),
  });
  if (refused !== null && code === 'unreachable' && !context.isTest) {
    return new ProblemError(certificateProblem(problem, refused));
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

function problemOf(
  kind: Kind,
  code: PlainProblemCode,
  context: Context,
  facts: Facts,
  { answer, outcome = '', ...parts }: MessageParts & { answer: RawAnswer | null; outcome?: string },
): Problem {
  const { what, advice } = messageOf(kind, context, facts, parts);
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

interface MessageParts {
  readonly refused?: RefusedCertificate | null;
  readonly content?: string;
  /** A sentence that starts with a space; may be empty. */
  readonly says?: string;
}

const adviceTexts = {
  installation: {
    check: 'Check host and port in the address of the installation.',
    network: 'Check the network of this computer and whether the installation needs a VPN.',
    running: 'Check whether the service is running.',
    retry: 'Try again; if the error persists, check the log of the installation.',
    slow: ` For a long list, increase the limit ${inSettings}.`,
    address: 'has an address that starts with',
    clientCertificate: `Ask the administrator for a client certificate with its key, and select both ${inSettings}.`,
  },
  testSend: {
    check: 'Check host and port in the URL of the webhook.',
    network: `Check the network of this machine. ${networkNote}`,
    running: networkNote,
    retry: 'Check the log of the receiver.',
    slow: '',
    address: 'has a URL that starts with',
    clientCertificate: 'Raise an alert on the installation to test this webhook.',
  },
};

/** Masks secrets in the words of others, never in our own. */
function messageOf(
  kind: Kind,
  { request, masker, showsCertificate, isWrite, isTest, proxyIsManaged }: Context,
  facts: Facts,
  { refused = null, content = '', says = '' }: MessageParts,
): { readonly what: string; readonly advice: string } {
  const host = masker.text(request.url.host);
  const proxy = masker.text(facts.Proxy ?? '');
  const foreign = (label: string, none: string): string =>
    facts[label] === undefined ? none : masker.text(facts[label]);
  const words: FaultWords = {
    ...(isTest ? adviceTexts.testSend : adviceTexts.installation),
    peer: proxy === '' ? host : `the proxy ${proxy}`,
    host,
    href: masker.text(request.url.href),
    request,
    status: facts.Status ?? '',
    location: foreign('Leads to', 'another address'),
    limit: facts['Time limit'] ?? '',
    sizeLimit: facts.Limit ?? '',
    proxyStatus: facts['Status of the proxy'] ?? '',
    scheme: foreign('Schemes of the proxy', 'Basic'),
    destination: facts.Destination ?? '',
    where: facts.Where ?? '',
    expected: facts.Expected ?? '',
    found: facts.Found ?? '',
    doubts: refused?.replaced === null ? refused.doubts : ['changed'],
    requested: request.subject === 'collection' ? 'the list of webhooks' : 'a webhook',
    content,
    perhaps: showsCertificate ? ' Perhaps it does not accept the client certificate.' : '',
    says,
    showsCertificate,
    isWrite,
    isTest,
  };
  const { what, advice } = faults[kind];
  const isOfProxy = proxy !== '' && kind !== 'aborted' && !kind.includes('tunnel');
  const inWords = (text: typeof what): string => (typeof text === 'string' ? text : text(words));
  const isForAdministrator = proxyIsManaged && (isOfProxy || proxySettingKinds.has(kind));
  const adviceForPerson = isOfProxy ? checkProxy : inWords(advice);
  return {
    what: inWords(what).replace(/^the proxy/, 'The proxy'),
    advice: isForAdministrator ? askAboutProxy : adviceForPerson,
  };
}

/** Kinds whose advice names the settings of the proxy. */
const proxySettingKinds = new Set<Kind>([
  'proxy-address',
  'system-proxy',
  'timeout-system-proxy',
  'tunnel-password',
]);

const askAboutProxy = 'Your organisation sets the proxy. Ask your administrator.';

const checkProxy = `Check the proxy ${inSettings}, or in the environment of this machine (HTTPS_PROXY).`;

/** Where a test send is not sent to, as part of a sentence. */
export const destinations: Readonly<Record<ForbiddenAddress, string>> = {
  loopback:
    'this machine itself, while for the installation it leads to the installation’s own machine',
  'link-local': 'an address that is valid on one network link only',
  'cloud-metadata':
    'a place where a cloud tells its machines who they are, and hands out credentials',
  unspecified: 'an address that stands for no machine',
  multicast: 'an address of many machines at once',
  broadcast: 'an address of all machines at once',
  reserved: 'an unassigned address',
  'not-an-address': 'an invalid address',
};

const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KiB`;
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}
