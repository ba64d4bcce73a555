import type { Route } from '#core/ports.ts';
import type { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';
import type { Masker } from '../../masking/masker.ts';
import type { HttpLimits } from '../limits.ts';
import { TimeLimitPassed } from '../time-limit.ts';
import type { SentRequest } from '../wire-request.ts';
import { destinationOf } from '../routes/destination.ts';
import { kindOfCodes, type Phase } from './classification.ts';
import type { Kind } from './faults.ts';

export type Facts = Readonly<Record<string, string>>;

export const withoutNulls = (facts: Readonly<Record<string, string | null>>): Facts =>
  Object.fromEntries(Object.entries(facts).flatMap(([k, v]) => (v === null ? [] : [[k, v]])));

export interface RefusedCertificate {
  readonly certificate: CertificateFacts;
  readonly doubts: readonly CertificateDoubt[];
  /** The pinned certificate if the server shows another key, otherwise `null`. */
  readonly replaced: CertificateFacts | null;
}

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

  withProxy(proxy: string): ExchangeFailure {
    const facts = { Proxy: proxy, ...this.facts };
    return new ExchangeFailure(this.kind, this.phase, facts, this.refused);
  }
}

/** Once `signal` aborts, its reason takes precedence over `error`. */
export function failureOf(error: unknown, phase: Phase, signal?: AbortSignal): ExchangeFailure {
  const isAborted = signal?.aborted === true;
  const reason: unknown = isAborted ? signal.reason : error;
  if (reason instanceof TimeLimitPassed) return new ExchangeFailure(`timeout-${phase}`, phase);
  if (isAborted) return new ExchangeFailure('aborted', phase);
  if (error instanceof ExchangeFailure) return error;
  const { kind, code } = kindOfCodes(codesOf(error), phase);
  // A server that rejects the client during TLS has not processed the request.
  const last = kind === 'client-certificate' ? 'connecting' : phase;
  return new ExchangeFailure(kind, last, withoutNulls({ 'System code': code }));
}

/** Includes the errors of an `AggregateError` (one per address) and all causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  // HTTPParserError sets a code only for some errors.
  const own = error.name === 'HTTPParserError' ? [...code, error.name] : code;
  const gathered = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...own, ...gathered, ...codesOf(error.cause)];
}

export interface Context {
  readonly request: SentRequest;
  readonly limits: HttpLimits;
  readonly masker: Masker;
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
  masker: Masker,
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
