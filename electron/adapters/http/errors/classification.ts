import type { PlainProblemCode } from '#domain/problem.ts';
import type { SentRequest } from '../wire-request.ts';

/** How far an exchange came before it failed: the request is sent from `waiting` on. */
export type Phase = 'connecting' | 'waiting' | 'answering';

/** Everything that can go wrong with an exchange, with its code in the contract. */
export const problemCodes = {
  refused: 'unreachable',
  'no-such-host': 'unreachable',
  'name-server-silent': 'unreachable',
  'no-route': 'unreachable',
  'closed-connecting': 'unreachable',
  'closed-waiting': 'unreachable',
  'closed-answering': 'unreachable',
  other: 'unreachable',
  'timeout-connecting': 'timed-out',
  'timeout-waiting': 'timed-out',
  'timeout-answering': 'timed-out',
  aborted: 'aborted',
  'not-tls': 'unreachable',
  'not-http': 'not-the-interface',
  certificate: 'unreachable',
  'client-certificate': 'client-certificate',
  // A route that cannot be used: no connection is opened.
  'ca-file-unreadable': 'refused',
  'client-certificate-unreadable': 'client-certificate',
  'client-key-unreadable': 'client-certificate',
  'client-key-mismatch': 'client-certificate',
  'proxy-address': 'proxy-failed',
  // The answer of a proxy to CONNECT.
  'timeout-tunnel': 'timed-out',
  'tunnel-password': 'proxy-failed',
  'tunnel-gateway': 'unreachable',
  'tunnel-refused': 'proxy-failed',
  // A test send that does not start.
  'forbidden-address': 'refused',
  'not-carried': 'refused',
  // Answers with a status other than 2xx.
  'sign-in-rejected': 'unauthorized',
  'sign-in-forbidden': 'forbidden',
  'no-sign-in': 'not-found',
  'token-rejected': 'unauthorized',
  'token-missing': 'unauthorized',
  forbidden: 'forbidden',
  'list-not-found': 'not-found',
  'webhook-not-found': 'not-found',
  redirected: 'redirected',
  'method-not-allowed': 'rejected',
  'request-too-large': 'rejected',
  'too-many-requests': 'rejected',
  rejected: 'rejected',
  'server-failed': 'server-failed',
  'server-unavailable': 'server-failed',
  // Answers with status 2xx that cannot be used.
  'no-token': 'not-the-interface',
  'not-the-interface': 'not-the-interface',
  'wrong-shape': 'not-the-interface',
  'too-large': 'too-large',
  'page-after-write': 'answer-lost',
} satisfies Record<string, PlainProblemCode>;

export type Kind = keyof typeof problemCodes;

/**
 * The code of a failed exchange.
 *
 * @param atProxy between this machine and its proxy, or while the proxy opened a tunnel
 */
export function failureCodeOf(kind: Kind, atProxy: boolean, isTest: boolean): PlainProblemCode {
  const code = problemCodes[kind];
  if (atProxy && code !== 'aborted' && kind !== 'timeout-tunnel' && kind !== 'tunnel-gateway') {
    return 'proxy-failed';
  }
  // The window offers settings of the installation for the other codes.
  const isForTests = code === 'aborted' || code === 'timed-out' || code === 'refused';
  return isTest && !isForTests ? 'unreachable' : code;
}

const lasting = new Set<Kind>(['no-such-host', 'not-tls', 'certificate']);
const busy = new Set<Kind>(['timeout-connecting', 'too-many-requests', 'server-unavailable']);

/** Whether the next attempt may succeed: a service that starts, a line that was cut. */
export const mayPass = (kind: Kind): boolean =>
  busy.has(kind) || (problemCodes[kind] === 'unreachable' && !lasting.has(kind));

/** Of a body that breaks off; before its headers are complete, of headers that contradict themselves. */
const lengthMismatch = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH';

/** By the code of an error, never by its text. The first that matches counts. */
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
  // Alerts by which a server says what it thinks of the client's certificate. RFC 8446 §6.2. OpenSSL and
  // BoringSSL, which Electron has, name some of them differently.
  {
    codes:
      /ALERT_(CERTIFICATE_(REQUIRED|REVOKED|EXPIRED|UNKNOWN)|(BAD|UNSUPPORTED)_CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|DECRYPT_ERROR)$|TLSV1_CERTIFICATE_REQUIRED$/,
    kind: 'client-certificate',
  },
  { codes: /^(EPROTO|ERR_(SSL|TLS)_.*)$/, kind: 'not-tls' },
];

/** The first of the codes that says something; `other` when none does. */
export function kindOfCodes(
  codes: readonly string[],
  phase: Phase,
): { readonly kind: Kind; readonly code: string | null } {
  for (const code of codes) {
    const kind = kindsByCode.find((each) => each.codes.test(code))?.kind;
    if (kind === undefined) continue;
    if (code === lengthMismatch && phase === 'waiting') return { kind: 'not-http', code };
    return { kind: kind === 'closed' ? `closed-${phase}` : kind, code };
  }
  return { kind: 'other', code: codes[0] ?? null };
}

const kindsByStatus: Readonly<Record<number, Kind>> = {
  401: 'token-rejected',
  403: 'forbidden',
  404: 'webhook-not-found',
  405: 'method-not-allowed',
  413: 'request-too-large',
  429: 'too-many-requests',
  502: 'server-unavailable',
  503: 'server-unavailable',
  504: 'server-unavailable',
};

const signInKindsByStatus: Readonly<Record<number, Kind>> = {
  401: 'sign-in-rejected',
  403: 'sign-in-forbidden',
  404: 'no-sign-in',
  405: 'no-sign-in',
};

/** @param status other than 2xx */
export function kindOfStatus(status: number, { subject, headers }: SentRequest): Kind {
  const ofSignIn = subject === 'auth-token' ? signInKindsByStatus[status] : undefined;
  const kind = ofSignIn ?? kindsByStatus[status];
  if (kind === 'webhook-not-found' && subject === 'collection') return 'list-not-found';
  if (kind === 'token-rejected' && headers.every(({ name }) => name !== 'X-Auth-Token')) {
    return 'token-missing';
  }
  if (kind !== undefined) return kind;
  if (status < 400) return 'redirected';
  return status < 500 ? 'rejected' : 'server-failed';
}

/** @param status of the answer to CONNECT, other than 2xx */
export function kindOfTunnelStatus(status: number): Kind {
  if (status === 407) return 'tunnel-password';
  return kindsByStatus[status] === 'server-unavailable' ? 'tunnel-gateway' : 'tunnel-refused';
}
