import type { PlainProblemCode } from '#domain/problem.ts';
import {
  certificateAdvice,
  type CertificateDoubt,
  certificateRefusal,
} from '#domain/installation/trust.ts';
import type { SentRequest } from '../wire-request.ts';

/** What the messages name. Empty texts stand for facts that an exchange lacks. */
export interface FaultWords {
  /** The host, or the proxy before it. */
  readonly peer: string;
  readonly host: string;
  readonly href: string;
  readonly request: SentRequest;
  readonly status: string;
  readonly location: string;
  readonly limit: string;
  readonly sizeLimit: string;
  readonly proxyStatus: string;
  /** Of the authentication that a proxy asks for. */
  readonly scheme: string;
  readonly destination: string;
  readonly where: string;
  readonly expected: string;
  readonly found: string;
  readonly doubts: readonly CertificateDoubt[];
  readonly requested: string;
  /** What an answer holds, in words. */
  readonly content: string;
  /** Sentences that start with a space; may be empty. */
  readonly perhaps: string;
  readonly says: string;
  readonly slow: string;
  readonly showsCertificate: boolean;
  readonly isWrite: boolean;
  readonly isTest: boolean;
  /** Advice, which differs for a test send. */
  readonly check: string;
  readonly network: string;
  readonly running: string;
  readonly retry: string;
  readonly address: string;
  readonly clientCertificate: string;
}

type Text = string | ((words: FaultWords) => string);

interface Fault {
  readonly code: PlainProblemCode;
  readonly what: Text;
  readonly advice: Text;
}

export const inSettings = 'in the settings of the installation';
export const networkNote = 'The installation’s network may differ from this computer’s.';

const choosePem = 'Select a PEM file. It contains lines with BEGIN CERTIFICATE.';
const chooseKey = 'Select the key of the certificate, in PEM format and without a passphrase.';
const enterToken = `Enter a new auth token ${inSettings}.`;
const checkRoot = `Check address and API root ${inSettings}: a sign-in page or a gateway may answer instead.`;
const checkVariant = `Check the variant and the API root ${inSettings}.`;
const checkAndNetwork: Text = ({ check, network }) => `${check} ${network}`;
const askProxy: Text = ({ check }) => `${check} Check whether the proxy can reach it.`;

const table = {
  refused: {
    code: 'unreachable',
    what: ({ peer }) =>
      `${peer} refused the connection: no service is listening, or a firewall blocks it.`,
    advice: ({ check, running }) => `${check} ${running}`,
  },
  'no-such-host': {
    code: 'unreachable',
    what: ({ peer }) => `DNS lookup for ${peer} failed: the name has no address.`,
    advice: ({ network }) => `Check the spelling. ${network}`,
  },
  'name-server-silent': {
    code: 'unreachable',
    what: ({ peer }) => `DNS lookup for ${peer} failed: the name server did not answer.`,
    advice: ({ network }) => network,
  },
  'no-route': {
    code: 'unreachable',
    what: ({ peer }) => `No route to ${peer}.`,
    advice: ({ network }) => network,
  },
  'closed-connecting': {
    code: 'unreachable',
    what: ({ peer, perhaps }) => `${peer} closed the connection while it was being made.${perhaps}`,
    advice: ({ retry }) => retry,
  },
  'closed-waiting': {
    code: 'unreachable',
    what: ({ peer, perhaps }) => `${peer} closed the connection before it answered.${perhaps}`,
    advice: ({ retry }) => retry,
  },
  'closed-answering': {
    code: 'unreachable',
    what: ({ peer }) => `The connection to ${peer} broke during the response.`,
    advice: ({ retry }) => retry,
  },
  other: {
    code: 'unreachable',
    what: ({ peer }) => `The connection to ${peer} failed.`,
    advice: checkAndNetwork,
  },
  'timeout-connecting': {
    code: 'timed-out',
    what: ({ peer, limit }) => `Timed out connecting to ${peer} (${limit}).`,
    advice: checkAndNetwork,
  },
  'timeout-waiting': {
    code: 'timed-out',
    what: ({ peer, limit }) => `Timed out waiting for ${peer} (${limit}).`,
    advice: ({ retry }) => retry,
  },
  'timeout-answering': {
    code: 'timed-out',
    what: ({ peer, limit }) => `The response from ${peer} was not complete after ${limit}.`,
    advice: ({ retry, slow }) => `${retry}${slow}`,
  },
  aborted: {
    code: 'aborted',
    what: ({ host }) => `The request to ${host} was cancelled.`,
    advice: 'Start it again when you want it.',
  },
  'not-tls': {
    code: 'unreachable',
    what: ({ peer }) =>
      `TLS with ${peer} failed: the port does not use TLS, or no safe version is supported.`,
    advice: ({ check, address }) => `${check} A service without TLS ${address} http://.`,
  },
  'not-http': {
    code: 'not-the-interface',
    what: ({ peer }) => `The response from ${peer} is not valid HTTP.`,
    advice: ({ check, address }) => `${check} A port for TLS ${address} https://.`,
  },
  certificate: {
    code: 'unreachable',
    what: ({ peer, doubts }) => certificateRefusal(doubts, peer),
    advice: ({ doubts, isTest }) =>
      isTest
        ? `${networkNote} Install the certificate of the issuer on this machine to test from here.`
        : certificateAdvice(doubts),
  },
  'client-certificate': {
    code: 'client-certificate',
    what: ({ peer, showsCertificate }) =>
      showsCertificate
        ? `${peer} does not accept the client certificate.`
        : `${peer} requires a client certificate, and none is selected.`,
    advice: ({ clientCertificate }) => clientCertificate,
  },
  // An unusable route: no connection is opened.
  'ca-file-unreadable': {
    code: 'refused',
    what: 'The CA file of this installation contains no readable certificate.',
    advice: choosePem,
  },
  'client-certificate-unreadable': {
    code: 'client-certificate',
    what: 'The client certificate of this installation cannot be read.',
    advice: choosePem,
  },
  'client-key-unreadable': {
    code: 'client-certificate',
    what: 'The key of the client certificate cannot be read.',
    advice: chooseKey,
  },
  'client-key-mismatch': {
    code: 'client-certificate',
    what: 'The key does not belong to the client certificate.',
    advice: chooseKey,
  },
  'proxy-address': {
    code: 'proxy-failed',
    what: 'The proxy address is not the address of an HTTP proxy.',
    advice: `Enter an address such as http://proxy.example.com:3128 ${inSettings}, or correct HTTPS_PROXY in the environment of this machine.`,
  },
  'system-proxy': {
    code: 'proxy-failed',
    what: 'This computer names no HTTP proxy that Hookdesk can use for this address.',
    advice: `Enter the address of an HTTP proxy ${inSettings}.`,
  },
  'timeout-system-proxy': {
    code: 'timed-out',
    what: 'This computer did not name the proxy of this address in time.',
    advice: `Check its proxy script, or enter the address of an HTTP proxy ${inSettings}.`,
  },
  'timeout-tunnel': {
    code: 'timed-out',
    what: ({ peer, host, limit }) => `${peer} could not reach ${host} within ${limit}.`,
    advice: askProxy,
  },
  'tunnel-password': {
    code: 'proxy-failed',
    what: ({ peer, scheme }) => `${peer} requires a valid user name and password (${scheme}).`,
    advice: ({ scheme }) =>
      /\bbasic\b/i.test(scheme)
        ? `Enter user name and password of the proxy ${inSettings}.`
        : `Hookdesk supports Basic authentication for proxies, not ${scheme}. Use another proxy.`,
  },
  'tunnel-gateway': {
    code: 'unreachable',
    what: ({ peer, host, proxyStatus }) =>
      `${peer} does not reach ${host} (status ${proxyStatus}).`,
    advice: askProxy,
  },
  'tunnel-refused': {
    code: 'proxy-failed',
    what: ({ peer, host, proxyStatus }) =>
      `${peer} does not forward to ${host} (status ${proxyStatus}).`,
    advice: 'Ask the administrator of the proxy to allow CONNECT to this host and port.',
  },
  // A test send that does not start.
  'forbidden-address': {
    code: 'refused',
    what: ({ host, destination }) => `${host} leads to ${destination}. Tests are not sent there.`,
    advice: ({ check }) => `${check} Send the test to the local receiver to see the request.`,
  },
  'not-carried': {
    code: 'refused',
    what: 'HTTP cannot carry this request.',
    advice: ({ isTest }) =>
      `Check method and headers${isTest ? ' of the webhook' : ''}: HTTP sets some headers itself.`,
  },
  // Statuses other than 2xx.
  'sign-in-rejected': {
    code: 'unauthorized',
    what: ({ host }) => `${host} does not accept this user name with this password.`,
    advice: `Enter both again ${inSettings}.`,
  },
  'sign-in-forbidden': {
    code: 'forbidden',
    what: ({ host }) => `${host} does not allow this user to sign in.`,
    advice: 'Ask the administrator of the installation whether the user is locked.',
  },
  'no-sign-in': {
    code: 'not-found',
    what: ({ host, href }) => `${host} responds, but has no sign-in at ${href}.`,
    advice: ({ check }) => `${check} If the installation has no sign-in, use an auth token.`,
  },
  'token-rejected': {
    code: 'unauthorized',
    what: ({ host }) => `${host} rejected the auth token: it is wrong, or it has expired.`,
    advice: enterToken,
  },
  'token-missing': {
    code: 'unauthorized',
    what: ({ host }) => `${host} requires an auth token, and none is sent.`,
    advice: enterToken,
  },
  forbidden: {
    code: 'forbidden',
    what: ({ host, says }) => `${host} does not allow this action for the auth token.${says}`,
    advice: 'Ask the administrator of the installation for the permission to manage webhooks.',
  },
  'list-not-found': {
    code: 'not-found',
    what: ({ host, href }) =>
      `${host} responds, but has no webhooks at ${href}. The API root is probably wrong.`,
    advice: `Check the API root ${inSettings}, such as /api/v6 or /api/v14, and the path in its address.`,
  },
  'webhook-not-found': {
    code: 'not-found',
    what: ({ host, request, isWrite }) =>
      isWrite
        ? `${host} answered that it has no webhook ${request.subject} (status 404).`
        : `Webhook ${request.subject} no longer exists on ${host}.`,
    advice: 'Refresh the list. The webhook may have been deleted.',
  },
  redirected: {
    code: 'redirected',
    what: ({ host, location }) =>
      `${host} redirects this request to ${location}. Hookdesk does not follow redirects, to protect the auth token.`,
    advice:
      'If this address is right, enter it as the base URL. A sign-in page means that the installation is behind a gateway.',
  },
  'method-not-allowed': {
    code: 'rejected',
    what: ({ host, href, says, request }) =>
      `${host} does not allow ${request.method} at ${href}.${says}`,
    advice: checkVariant,
  },
  'request-too-large': {
    code: 'rejected',
    what: ({ host, says }) => `The request is too large for ${host}.${says}`,
    advice: 'Shorten the payload template or the headers, then publish again. Nothing was changed.',
  },
  'request-timed-out': {
    code: 'timed-out',
    what: ({ host, says }) =>
      `${host} did not receive the whole request in time (status 408).${says}`,
    advice: ({ retry }) => retry,
  },
  'too-many-requests': {
    code: 'rejected',
    what: ({ host, says }) => `Too many requests for ${host}.${says}`,
    advice: 'Wait a moment, then try again.',
  },
  rejected: {
    code: 'rejected',
    what: ({ host, status, content, says }) =>
      `${host} refused the request (status ${status}).${says || ` The response was ${content}.`}`,
    advice: ({ isWrite }) =>
      isWrite ? 'Correct the named fields, then publish again. Nothing was changed.' : checkVariant,
  },
  'server-failed': {
    code: 'server-failed',
    what: ({ host, status, says }) => `Server error from ${host} (status ${status}).${says}`,
    advice: ({ retry }) => retry,
  },
  'server-unavailable': {
    code: 'server-failed',
    what: ({ host, status, says }) =>
      `${host} is temporarily unavailable (status ${status}).${says}`,
    advice: ({ retry }) => retry,
  },
  // Status 2xx with unusable content.
  'no-token': {
    code: 'not-the-interface',
    what: ({ host, content }) =>
      `${host} answered with ${content} and without an auth token (header X-Subject-Token), where one was expected. This is not a sign-in address.`,
    advice: checkRoot,
  },
  'not-the-interface': {
    code: 'not-the-interface',
    what: ({ host, requested, content }) =>
      `${host} answered with ${content}, where ${requested} was expected. This is not the webhook interface.`,
    advice: checkRoot,
  },
  'wrong-shape': {
    code: 'not-the-interface',
    what: ({ host, where, expected, found }) =>
      `${host} returned unexpected JSON: at ${where}, ${expected} was expected and ${found} was found.`,
    advice: `${checkVariant} If both are right, the installation uses another version of the interface.`,
  },
  'too-large': {
    code: 'too-large',
    what: ({ host, sizeLimit }) => `The response from ${host} exceeds the limit of ${sizeLimit}.`,
    advice: 'Check address and API root. A list this long cannot be opened.',
  },
  'accepted-for-later': {
    code: 'answer-lost',
    what: ({ host }) =>
      `${host} accepted the request and has not confirmed that it is done (status 202).`,
    advice: 'Check the list later.',
  },
  'page-after-write': {
    code: 'answer-lost',
    what: ({ host, content }) =>
      `${host} answered with ${content} instead of the webhook interface: a sign-in page or a proxy may have answered.`,
    advice: checkRoot,
  },
} satisfies Record<string, Fault>;

export type Kind = keyof typeof table;

/** Each kind of fault with the code of its problem, its message and its advice. */
export const faults: Readonly<Record<Kind, Fault>> = table;
