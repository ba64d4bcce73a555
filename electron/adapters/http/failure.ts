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
  | 'overall-timeout'
  | 'aborted'
  | 'not-tls'
  | 'certificate-untrusted'
  | 'certificate-invalid'
  | 'not-http'
  | 'service-closed'
  | 'other';

/** How far an exchange came before it failed. */
export type Phase = 'connecting' | 'waiting' | 'answering';

/** An exchange that failed on the way, before it is told to a person. */
export class ExchangeFailure extends Error {
  override readonly name = 'ExchangeFailure';
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
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'closed',
  ETIMEDOUT: 'connect-timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect-timeout',
  UND_ERR_HEADERS_TIMEOUT: 'headers-timeout',
  UND_ERR_BODY_TIMEOUT: 'body-timeout',
  UND_ERR_HEADERS_OVERFLOW: 'not-http',
  HTTPParserError: 'not-http',
  UND_ERR_DESTROYED: 'service-closed',
  UND_ERR_CLOSED: 'service-closed',
  EPROTO: 'not-tls',
  CERT_HAS_EXPIRED: 'certificate-invalid',
  CERT_NOT_YET_VALID: 'certificate-invalid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate-invalid',
  HOSTNAME_MISMATCH: 'certificate-invalid',
  ERROR_IN_CERT_NOT_BEFORE_FIELD: 'certificate-invalid',
  ERROR_IN_CERT_NOT_AFTER_FIELD: 'certificate-invalid',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate-untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate-untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate-untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate-untrusted',
  UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY: 'certificate-untrusted',
  CERT_SIGNATURE_FAILURE: 'certificate-untrusted',
  CERT_CHAIN_TOO_LONG: 'certificate-untrusted',
  CERT_REVOKED: 'certificate-untrusted',
  CERT_UNTRUSTED: 'certificate-untrusted',
  CERT_REJECTED: 'certificate-untrusted',
  INVALID_CA: 'certificate-untrusted',
  INVALID_PURPOSE: 'certificate-untrusted',
  PATH_LENGTH_EXCEEDED: 'certificate-untrusted',
};

/** What an error of the network layer means, by its code and never by its text. */
export function failureOf(error: unknown, phase: Phase): ExchangeFailure {
  if (error instanceof ExchangeFailure) return error;
  for (const code of codesOf(error)) {
    const kind = kinds[code] ?? kindOfFamily(code);
    if (kind !== null) return new ExchangeFailure(kind, phase, code);
  }
  return new ExchangeFailure('other', phase, codesOf(error)[0] ?? null);
}

function kindOfFamily(code: string): FailureKind | null {
  if (code.startsWith('HPE_')) return 'not-http';
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
