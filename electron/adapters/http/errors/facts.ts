import type { Route } from '#core/ports.ts';
import type {
  CertificateDoubt as CertificateIssue,
  CertificateFacts,
} from '#domain/installation/trust.ts';
import type { Masker } from '../../masking/masker.ts';
import type { HttpLimits } from '../limits.ts';
import { TimeLimitPassed } from '../time-limit.ts';
import type { SentRequest } from '../wire-request.ts';
import { type Kind, kindOfCodes, type Phase } from './classification.ts';

/** What is known of a failed exchange, by the labels of the details. */
export type Facts = Readonly<Record<string, string>>;

/** The facts that are known: those that are not `null`. */
export const known = (facts: Readonly<Record<string, string | null>>): Facts =>
  Object.fromEntries(Object.entries(facts).flatMap(([k, v]) => (v === null ? [] : [[k, v]])));

/** A certificate that the route does not accept. */
export interface RefusedCertificate {
  readonly certificate: CertificateFacts;
  readonly issues: readonly CertificateIssue[];
  /** The certificate that is trusted in its place; `null` when the route trusts no single key. */
  readonly trusted: CertificateFacts | null;
}

/** An exchange that ended without a usable answer. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';
  readonly kind: Kind;
  readonly phase: Phase;
  readonly facts: Facts;
  readonly refused: RefusedCertificate | null;

  constructor(
    kind: Kind,
    phase: Phase,
    facts: Facts = {},
    refused: RefusedCertificate | null = null,
  ) {
    super(`${kind} while ${phase}`);
    this.kind = kind;
    this.phase = phase;
    this.facts = facts;
    this.refused = refused;
  }

  /** The same failure, between this machine and its proxy. */
  atProxy(proxy: string): ExchangeFailure {
    const facts = { Proxy: proxy, ...this.facts };
    return new ExchangeFailure(this.kind, this.phase, facts, this.refused);
  }
}

/**
 * Why an exchange ended.
 *
 * @param signal the signal of the exchange: when it aborted, its reason counts and not the error
 */
export function failureOf(error: unknown, phase: Phase, signal?: AbortSignal): ExchangeFailure {
  const isAborted = signal?.aborted === true;
  const reason: unknown = isAborted ? signal.reason : error;
  if (reason instanceof TimeLimitPassed) return new ExchangeFailure(`timeout-${phase}`, phase);
  if (isAborted) return new ExchangeFailure('aborted', phase);
  if (error instanceof ExchangeFailure) return error;
  const { kind, code } = kindOfCodes(codesOf(error), phase);
  // A server that turns the client away during TLS never took the request, though it may be sent.
  const last = kind === 'client-certificate' ? 'connecting' : phase;
  return new ExchangeFailure(kind, last, known({ 'System code': code }));
}

/** The codes of an error, of the errors that it gathers (one per address), and of its causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  // The HTTP parser has a code for some of its errors only, and its name for all.
  const own = error.name === 'HTTPParserError' ? [...code, error.name] : code;
  const gathered = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...own, ...gathered, ...codesOf(error.cause)];
}

/** The request that failed, its limits, and the secrets that no problem may hold. */
export interface Context {
  readonly request: SentRequest;
  readonly limits: HttpLimits;
  readonly masker: Masker;
  /** Whether the route shows a certificate of this client. */
  readonly showsCertificate: boolean;
  /** Whether the request changes webhooks: only then it matters that it may have been applied. */
  readonly isWrite: boolean;
  /** Whether it is a test send, to the target of a webhook. */
  readonly isTest: boolean;
}

export function contextOf(
  request: SentRequest,
  { clientCertificate }: Pick<Route, 'clientCertificate'>,
  limits: HttpLimits,
  masker: Masker,
): Context {
  const { method, subject, url } = request;
  return {
    request,
    limits,
    masker,
    showsCertificate: clientCertificate !== null && url.protocol === 'https:',
    isWrite: method !== 'GET' && (subject === 'collection' || typeof subject === 'number'),
    isTest: subject === 'test-send',
  };
}

/** Where a request went. The path of a webhook's target is often a secret, so a test leaves it out. */
export const placeOf = ({ request: { method, url }, isTest }: Context): Facts =>
  known({
    Request: isTest ? null : `${method} ${url.href}`,
    Host: url.hostname,
    Port: url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80',
  });
