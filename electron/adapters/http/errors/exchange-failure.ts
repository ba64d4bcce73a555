import type { Route } from '#core/ports.ts';
import type { Phase } from '#domain/publishing/effect-by-answer.ts';
import type { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';
import type { PlainProblemCode } from '#domain/problem.ts';
import type { KnownSecretMasker } from '#domain/secrets/known-secret-masker.ts';
import { type HttpLimits, TimeLimitPassed } from '../limits.ts';
import { destinationOf } from '../routes/destination.ts';
import type { SentRequest } from '../wire-request.ts';
import { faults, type Kind } from './faults.ts';

/** Label and value of each detail that a problem lists. */
export type Facts = Readonly<Record<string, string>>;

export const withoutNulls = (facts: Readonly<Record<string, string | null>>): Facts =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([label, value]) => (value === null ? [] : [[label, value]])),
  );

export interface RefusedCertificate {
  readonly certificate: CertificateFacts;
  readonly doubts: readonly CertificateDoubt[];
  /** The pinned certificate if the server shows another key, otherwise `null`. */
  readonly replaced: CertificateFacts | null;
}

/** An exchange without a whole answer: what failed, and how far it came. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';
  readonly kind: Kind;
  readonly phase: Phase;
  readonly facts: Facts;
  readonly refusedCertificate: RefusedCertificate | null;

  constructor(
    kind: Kind,
    phase: Phase,
    facts: Facts = {},
    refusedCertificate: RefusedCertificate | null = null,
  ) {
    super(`${kind} while ${phase}`);
    this.kind = kind;
    this.phase = phase;
    this.facts = facts;
    this.refusedCertificate = refusedCertificate;
  }

  withProxy(proxy: string): ExchangeFailure {
    const facts = { Proxy: proxy, ...this.facts };
    return new ExchangeFailure(this.kind, this.phase, facts, this.refusedCertificate);
  }
}

/** The failure of any error of a connection. Once `signal` aborts, its reason takes precedence over `error`. */
export function failureOf(error: unknown, phase: Phase, signal?: AbortSignal): ExchangeFailure {
  const isAborted = signal?.aborted === true;
  const reason: unknown = isAborted ? signal.reason : error;
  if (reason instanceof TimeLimitPassed) return new ExchangeFailure(`timeout-${phase}`, phase);
  if (isAborted) return new ExchangeFailure('aborted', phase);
  if (error instanceof ExchangeFailure) return error;
  const { kind, code } = kindOfCodes(codesOf(error), phase);
  // A server that rejects the client during TLS has not processed the request.
  const reachedPhase = kind === 'client-certificate' ? 'connecting' : phase;
  return new ExchangeFailure(kind, reachedPhase, withoutNulls({ 'System code': code }));
}

/** Includes the errors of an `AggregateError` (one per address) and all causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  // HTTPParserError sets a code only for some errors.
  const codes = error.name === 'HTTPParserError' ? [...code, error.name] : code;
  const aggregated = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...codes, ...aggregated, ...codesOf(error.cause)];
}

/** What the problems of an exchange need to know of its request. */
export interface Context {
  readonly request: SentRequest;
  readonly limits: HttpLimits;
  readonly masker: KnownSecretMasker;
  readonly showsCertificate: boolean;
  readonly isWrite: boolean;
  readonly isTest: boolean;
  /** By the organisation; the settings of the installation then have no effect. */
  readonly proxyIsManaged: boolean;
}

export function contextOf(
  request: SentRequest,
  route: Pick<Route, 'clientCertificate'> & { readonly proxyIsManaged?: boolean },
  limits: HttpLimits,
  masker: KnownSecretMasker,
): Context {
  const { method, subject, url } = request;
  return {
    request,
    limits,
    masker,
    showsCertificate: route.clientCertificate !== null && url.protocol === 'https:',
    isWrite: method !== 'GET' && (subject === 'collection' || typeof subject === 'number'),
    isTest: subject === 'test-send',
    proxyIsManaged: route.proxyIsManaged ?? false,
  };
}

/** Omits the path of a test send: the path of a webhook's target is often a secret. */
export const placeOf = ({ request: { method, url }, isTest }: Context): Facts =>
  withoutNulls({
    Request: isTest ? null : `${method} ${url.href}`,
    Host: url.hostname,
    Port: String(destinationOf(url).port),
  });

export function failureCodeOf(kind: Kind, atProxy: boolean, isTest: boolean): PlainProblemCode {
  const code = faults[kind].code;
  if (atProxy && code !== 'aborted' && kind !== 'timeout-tunnel' && kind !== 'tunnel-gateway') {
    return 'proxy-failed';
  }
  // For the other codes the window offers settings of the installation, which do not concern tests.
  const isForTests = code === 'aborted' || code === 'timed-out' || code === 'refused';
  return isTest && !isForTests ? 'unreachable' : code;
}

/** Means a truncated body, or contradictory headers while they are incomplete. */
const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** Matches error codes, never texts. The first match counts. */
const kindsByCode: readonly { readonly codes: RegExp; readonly kind: Kind | 'closed' }[] = [
  { codes: /^ECONNREFUSED$/, kind: 'refused' },
  { codes: /^(ENOTFOUND|ENODATA|EAI_NODATA)$/, kind: 'no-such-host' },
  { codes: /^EAI_AGAIN$/, kind: 'name-server-silent' },
  { codes: /^(E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL)$/, kind: 'no-route' },
  { codes: /^(ECONNRESET|ECONNABORTED|EPIPE|UND_ERR_SOCKET)$/, kind: 'closed' },
  { codes: new RegExp(`^${lengthMismatch}$`), kind: 'closed' },
  { codes: /^ETIMEDOUT$/, kind: 'timeout-connecting' },
  { codes: /^(UND_ERR_HEADERS_OVERFLOW|HTTPParserError|HPE_.*)$/, kind: 'not-http' },
  { codes: /^UND_ERR_(DESTROYED|CLOSED)$/, kind: 'aborted' },
  { codes: /^UND_ERR_(INVALID_ARG|NOT_SUPPORTED|REQ_CONTENT_.*)$/, kind: 'not-carried' },
  // TLS alerts about the client certificate, RFC 8446 §6.2, as OpenSSL and BoringSSL (Electron) name them.
  {
    codes:
      /ALERT_(CERTIFICATE_(REQUIRED|REVOKED|EXPIRED|UNKNOWN)|(BAD|UNSUPPORTED)_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR)$|TLSV1_CERTIFICATE_REQUIRED$/,
    kind: 'client-certificate',
  },
  { codes: /^(EPROTO|ERR_(SSL|TLS)_.*)$/, kind: 'not-tls' },
];

function kindOfCodes(
  codes: readonly string[],
  phase: Phase,
): { readonly kind: Kind; readonly code: string | null } {
  for (const code of codes) {
    const kind = kindsByCode.find(({ codes: pattern }) => pattern.test(code))?.kind;
    if (kind === undefined) continue;
    if (code === lengthMismatch && phase === 'waiting') return { kind: 'not-http', code };
    return { kind: kind === 'closed' ? `closed-${phase}` : kind, code };
  }
  return { kind: 'other', code: codes[0] ?? null };
}
