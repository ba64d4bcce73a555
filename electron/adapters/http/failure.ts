import type { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';

/** The ways in which an exchange ends without a usable answer. */
export type FailureKind =
  | 'refused'
  | 'no-such-host'
  | 'name-service-silent'
  | 'no-route'
  | 'closed'
  | 'connect-timeout'
  | 'headers-timeout'
  | 'body-timeout'
  | 'aborted'
  | 'not-tls'
  | 'certificate'
  | 'client-certificate-missing'
  | 'client-certificate-refused'
  | 'proxy'
  | 'route-unusable'
  | 'not-http'
  | 'service-closed'
  | 'other';

/** How far an exchange came before it failed. */
export type Phase = 'connecting' | 'waiting' | 'answering';

/** An exchange that failed on the way, before it is told to a person. */
export class ExchangeFailure extends Error {
  override readonly name: string = 'ExchangeFailure';
  readonly kind: FailureKind;
  readonly phase: Phase;
  /** The system's or library's code, such as `ECONNREFUSED`. */
  readonly code: string | null;

  constructor(kind: FailureKind, phase: Phase, code: string | null) {
    super(`${kind} while ${phase}`);
    this.kind = kind;
    this.phase = phase;
    this.code = code;
  }
}

/** A certificate that the route does not accept; nothing was sent over its connection. */
export class CertificateFailure extends ExchangeFailure {
  override readonly name = 'CertificateFailure';
  readonly certificate: CertificateFacts;
  readonly doubts: readonly CertificateDoubt[];
  /** The certificate that is trusted in its place; `null` where it is not a matter of one alone. */
  readonly trusted: CertificateFacts | null;

  constructor(
    seen: { certificate: CertificateFacts; doubts: readonly CertificateDoubt[] },
    trusted: CertificateFacts | null,
    code: string | null,
  ) {
    super('certificate', 'connecting', code);
    this.certificate = seen.certificate;
    this.doubts = seen.doubts;
    this.trusted = trusted;
  }
}

/** What a proxy answered in place of opening a way. */
export interface ProxyRefusal {
  readonly status: number;
  /** The schemes in which it wants credentials, from `Proxy-Authenticate`; `null` where none are. */
  readonly wants: string | null;
}

/** The way through a proxy could not be had: the proxy was not reached, or did not open it. */
export class ProxyFailure extends ExchangeFailure {
  override readonly name = 'ProxyFailure';
  /** Host and port of the proxy. */
  readonly proxy: string;
  /** Whether the proxy itself was reached, and only what lies behind it was not. */
  readonly reached: boolean;
  /** What went wrong on the way, or what it answered. */
  readonly why: ExchangeFailure | ProxyRefusal;

  constructor(proxy: string, reached: boolean, why: ExchangeFailure | ProxyRefusal) {
    super('proxy', 'connecting', why instanceof ExchangeFailure ? why.code : null);
    this.proxy = proxy;
    this.reached = reached;
    this.why = why;
  }
}

/** Something that belongs to the route cannot be used, so nobody was called. */
export class RouteUnusable extends ExchangeFailure {
  override readonly name = 'RouteUnusable';
  readonly part: 'ca-file' | 'client-certificate' | 'client-key' | 'proxy-address';

  constructor(part: RouteUnusable['part'], code: string | null = null) {
    super('route-unusable', 'connecting', code);
    this.part = part;
  }
}

/** Of a body that breaks off; before its headers are complete, of headers that contradict themselves. */
const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

const kinds: Readonly<Record<string, FailureKind>> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'no-such-host',
  ENODATA: 'no-such-host',
  EAI_AGAIN: 'name-service-silent',
  EAI_NODATA: 'no-such-host',
  EHOSTUNREACH: 'no-route',
  EHOSTDOWN: 'no-route',
  ENETUNREACH: 'no-route',
  ENETDOWN: 'no-route',
  EADDRNOTAVAIL: 'no-route',
  ECONNRESET: 'closed',
  ECONNABORTED: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  [lengthMismatch]: 'closed',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'not-http',
  HTTPParserError: 'not-http',
  UND_ERR_DESTROYED: 'service-closed',
  UND_ERR_CLOSED: 'service-closed',
  EPROTO: 'not-tls',
};

/** What an error of the network layer means, by its code and never by its text. */
export function failureOf(error: unknown, phase: Phase): ExchangeFailure {
  if (error instanceof ExchangeFailure) return error;
  for (const code of codesOf(error)) {
    const known = kinds[code] ?? kindOfFamily(code);
    if (known === null) continue;
    const kind = code === lengthMismatch && phase === 'waiting' ? 'not-http' : known;
    // A server that turns the client away during TLS never took the request, though it may be sent.
    const turnedAway = kind.startsWith('client-certificate');
    return new ExchangeFailure(kind, turnedAway ? 'connecting' : phase, code);
  }
  return new ExchangeFailure('other', phase, codesOf(error)[0] ?? null);
}

/** Alerts of TLS by which a server says what it thinks of the client's certificate. RFC 8446 §6.2. */
const refusedByAlert =
  /ALERT_(?:UNKNOWN_CA|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_(?:REVOKED|EXPIRED|UNKNOWN)|ACCESS_DENIED|DECRYPT_ERROR)$/;

function kindOfFamily(code: string): FailureKind | null {
  if (code.startsWith('HPE_')) return 'not-http';
  if (code.endsWith('ALERT_CERTIFICATE_REQUIRED')) return 'client-certificate-missing';
  if (refusedByAlert.test(code)) return 'client-certificate-refused';
  if (code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')) return 'not-tls';
  return null;
}

/** The codes of an error, of those that it gathers (one per address tried), and of its causes. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = 'code' in error && typeof error.code === 'string' ? [error.code] : [];
  // The HTTP parser has a code for some of its errors only, and its name for all.
  const own = error.name === 'HTTPParserError' ? [...code, error.name] : code;
  const gathered = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...own, ...gathered, ...codesOf(error.cause)];
}
