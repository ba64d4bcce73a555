import type { ForbiddenAddress } from '#domain/delivery/forbidden-address.ts';
import {
  certificateAdvice,
  certificateRefusal,
} from '#domain/installation/certificate-messages.ts';
import type { Kind } from './classification.ts';
import type { Context, Facts, RefusedCertificate } from './exchange-failure.ts';

export interface More {
  readonly refused?: RefusedCertificate | null;
  readonly content?: string;
  /** A sentence that starts with a space; may be empty. */
  readonly says?: string;
}

const inSettings = 'in the settings of the installation';
const networkNote = 'The installation’s network may differ from this computer’s.';

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

export function messageOf(
  kind: Kind,
  { request, showsCertificate, isWrite, isTest }: Context,
  facts: Facts,
  { refused = null, content = '', says = '' }: More,
): { readonly what: string; readonly advice: string } {
  const { host, href } = request.url;
  const { Status: status = '', 'Time limit': limit = '', Limit: sizeLimit = '' } = facts;
  const { Proxy: proxy = '', 'Status of the proxy': proxyStatus = '' } = facts;
  const { 'Schemes of the proxy': scheme = 'Basic', Destination: destination = '' } = facts;
  const { Where: where = '', Expected: expected = '', Found: found = '' } = facts;
  const peer = proxy === '' ? host : `the proxy ${proxy}`;
  const doubts = refused?.replaced === null ? refused.doubts : (['changed'] as const);
  const perhaps = showsCertificate ? ' Perhaps it does not accept the client certificate.' : '';
  const doubt = isWrite ? ' The request may have been applied.' : '';
  const requested = request.subject === 'collection' ? 'the list of webhooks' : 'a webhook';

  const what: Readonly<Record<Kind, string>> = {
    refused: `${peer} refused the connection: no service is listening, or a firewall blocks it.`,
    'no-such-host': `DNS lookup for ${peer} failed: the name has no address.`,
    'name-server-silent': `DNS lookup for ${peer} failed: the name server did not answer.`,
    'no-route': `No route to ${peer}.`,
    'closed-connecting': `${peer} closed the connection while it was being made.${perhaps}`,
    'closed-waiting': `${peer} closed the connection before it answered.${perhaps}`,
    'closed-answering': `The connection to ${peer} broke during the response.`,
    other: `The connection to ${peer} failed.`,
    'timeout-connecting': `Timed out connecting to ${peer} (${limit}).`,
    'timeout-waiting': `Timed out waiting for ${peer} (${limit}).`,
    'timeout-answering': `The response from ${peer} was not complete after ${limit}.`,
    aborted: `The request to ${host} was cancelled.`,
    'not-tls': `TLS with ${peer} failed: the port does not use TLS, or no safe version is supported.`,
    'not-http': `The response from ${peer} is not valid HTTP.`,
    certificate: certificateRefusal(doubts, peer),
    'client-certificate': showsCertificate
      ? `${peer} does not accept the client certificate.`
      : `${peer} requires a client certificate, and none is selected.`,
    'ca-file-unreadable': 'The CA file of this installation contains no readable certificate.',
    'client-certificate-unreadable': 'The client certificate of this installation cannot be read.',
    'client-key-unreadable': 'The key of the client certificate cannot be read.',
    'client-key-mismatch': 'The key does not belong to the client certificate.',
    'proxy-address': 'The proxy address is not the address of an HTTP proxy.',
    'timeout-tunnel': `${peer} could not reach ${host} within ${limit}.`,
    'tunnel-password': `${peer} requires a valid user name and password (${scheme}).`,
    'tunnel-gateway': `${peer} does not reach ${host} (status ${proxyStatus}).`,
    'tunnel-refused': `${peer} does not forward to ${host} (status ${proxyStatus}).`,
    'forbidden-address': `${host} leads to ${destination}. Tests are not sent there.`,
    'not-carried': 'HTTP cannot carry this request.',
    'sign-in-rejected': `${host} does not accept this user name with this password.`,
    'sign-in-forbidden': `${host} does not allow this user to sign in.`,
    'no-sign-in': `${host} responds, but has no sign-in at ${href}.`,
    'token-rejected': `${host} rejected the auth token: it is wrong, or it has expired.`,
    'token-missing': `${host} requires an auth token, and none is sent.`,
    forbidden: `${host} does not allow this action for the auth token.${says}`,
    'list-not-found': `${host} responds, but has no webhooks at ${href}. The API root is probably wrong.`,
    'webhook-not-found': `Webhook ${request.subject} no longer exists on ${host}.`,
    redirected: `${host} redirects this request to ${facts['Leads to'] ?? 'another address'}. Hookdesk does not follow redirects, to protect the auth token.`,
    'method-not-allowed': `${host} does not allow ${request.method} at ${href}.${says}`,
    'request-too-large': `The request is too large for ${host}.${says}`,
    'too-many-requests': `Too many requests for ${host}.${says}`,
    rejected: `${host} refused the request (status ${status}).${says || ` The response was ${content}.`}`,
    'server-failed': `Server error from ${host} (status ${status}).${says}${doubt}`,
    'server-unavailable': `${host} is temporarily unavailable (status ${status}).${says}${doubt}`,
    'no-token': `${host} answered with ${content} and without an auth token (header X-Subject-Token), where one was expected. This is not a sign-in address.`,
    'not-the-interface': `${host} answered with ${content}, where ${requested} was expected. This is not the webhook interface.`,
    'wrong-shape': `${host} returned unexpected JSON: at ${where}, ${expected} was expected and ${found} was found.`,
    'too-large': `The response from ${host} exceeds the limit of ${sizeLimit}.`,
    'page-after-write': `${host} answered with ${content} instead of the webhook interface: a sign-in page or a proxy may have answered.`,
  };

  const texts = isTest ? adviceTexts.testSend : adviceTexts.installation;
  const { check, network, running, retry, slow, address } = texts;
  const checkAndNetwork = `${check} ${network}`;
  const choosePem = 'Select a PEM file. It contains lines with BEGIN CERTIFICATE.';
  const chooseKey = 'Select the key of the certificate, in PEM format and without a passphrase.';
  const askProxy = `${check} Check whether the proxy can reach it.`;
  const enterToken = `Enter a new auth token ${inSettings}.`;
  const checkRoot = `Check address and API root ${inSettings}: a sign-in page or a gateway may answer instead.`;
  const checkVariant = `Check the variant and the API root ${inSettings}.`;
  const afterFailure = isWrite
    ? 'Refresh to see the current version, then check the log of the installation.'
    : retry;
  const advice: Readonly<Record<Kind, string>> = {
    refused: `${check} ${running}`,
    'no-such-host': `Check the spelling. ${network}`,
    'name-server-silent': network,
    'no-route': network,
    'closed-connecting': retry,
    'closed-waiting': retry,
    'closed-answering': retry,
    other: checkAndNetwork,
    'timeout-connecting': checkAndNetwork,
    'timeout-waiting': retry,
    'timeout-answering': `${retry}${slow}`,
    aborted: 'Start it again when you want it.',
    'not-tls': `${check} A service without TLS ${address} http://.`,
    'not-http': `${check} A port for TLS ${address} https://.`,
    certificate: isTest
      ? `${networkNote} Install the certificate of the issuer on this machine to test from here.`
      : certificateAdvice(doubts),
    'client-certificate': texts.clientCertificate,
    'ca-file-unreadable': choosePem,
    'client-certificate-unreadable': choosePem,
    'client-key-unreadable': chooseKey,
    'client-key-mismatch': chooseKey,
    'proxy-address': `Enter an address such as http://proxy.example.com:3128 ${inSettings}, or correct HTTPS_PROXY in the environment of this machine.`,
    'timeout-tunnel': askProxy,
    'tunnel-password': /\bbasic\b/i.test(scheme)
      ? `Enter user name and password of the proxy ${inSettings}.`
      : `Hookdesk supports Basic authentication for proxies, not ${scheme}. Use another proxy.`,
    'tunnel-gateway': askProxy,
    'tunnel-refused': 'Ask the administrator of the proxy to allow CONNECT to this host and port.',
    'forbidden-address': `${check} Send the test to the local receiver to see the request.`,
    'not-carried': `Check method and headers${isTest ? ' of the webhook' : ''}: HTTP sets some headers itself.`,
    'sign-in-rejected': `Enter both again ${inSettings}.`,
    'sign-in-forbidden': 'Ask the administrator of the installation whether the user is locked.',
    'no-sign-in': `${check} If the installation has no sign-in, use an auth token.`,
    'token-rejected': enterToken,
    'token-missing': enterToken,
    forbidden: 'Ask the administrator of the installation for the permission to manage webhooks.',
    'list-not-found': `Check the API root ${inSettings}, such as /api/v6 or /api/v14, and the path in its address.`,
    'webhook-not-found': 'Refresh the list. The webhook may have been deleted.',
    redirected:
      'If this address is right, enter it as the base URL. A sign-in page means that the installation is behind a gateway.',
    'method-not-allowed': checkVariant,
    'request-too-large':
      'Shorten the payload template or the headers, then publish again. Nothing was changed.',
    'too-many-requests': 'Wait a moment, then try again.',
    rejected: isWrite
      ? 'Correct the named fields, then publish again. Nothing was changed.'
      : checkVariant,
    'server-failed': afterFailure,
    'server-unavailable': afterFailure,
    'no-token': checkRoot,
    'not-the-interface': checkRoot,
    'wrong-shape': `${checkVariant} If both are right, the installation uses another version of the interface.`,
    'too-large': 'Check address and API root. A list this long cannot be opened.',
    'page-after-write': checkRoot,
  };

  const isOfProxy = proxy !== '' && kind !== 'aborted' && !kind.includes('tunnel');
  return {
    what: what[kind].replace(/^the proxy/, 'The proxy'),
    advice: isOfProxy ? checkProxy : advice[kind],
  };
}

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

export const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KiB`;
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}
