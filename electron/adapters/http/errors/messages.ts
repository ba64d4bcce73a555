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
const elsewhere = 'The installation may reach and trust what this machine does not.';

const adviceTexts = {
  installation: {
    check: 'Check host and port in the address of the installation.',
    network:
      'Check the network of this machine, and whether the installation is reached through a VPN.',
    running: 'See whether the service runs.',
    retry: 'Try again in a moment. If it stays so, look at the log of the installation.',
    slow: ` A long list over a slow line needs a higher limit ${inSettings}.`,
    address: 'has an address that starts with',
    clientCertificate: `Ask the administrator of the installation for a client certificate with its key, and give both ${inSettings}.`,
  },
  testSend: {
    check: 'Check host and port in the URL of the webhook.',
    network: `Check the network of this machine. ${elsewhere}`,
    running: elsewhere,
    retry: 'Look at the log of the receiver.',
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
  const issues = refused?.trusted === null ? refused.issues : (['changed'] as const);
  const perhaps = showsCertificate ? ' Perhaps it does not accept the client certificate.' : '';
  const doubt = isWrite ? ' The request may have been applied all the same.' : '';
  const requested = request.subject === 'collection' ? 'the list of webhooks' : 'a webhook';

  const what: Readonly<Record<Kind, string>> = {
    refused: `${peer} refused the connection: nothing listens there, or a firewall turns it away.`,
    'no-such-host': `DNS lookup for ${peer} failed: the name has no address.`,
    'name-server-silent': `DNS lookup for ${peer} failed: the name server did not answer.`,
    'no-route': `No route to ${peer} from this machine.`,
    'closed-connecting': `${peer} closed the connection while it was being made.${perhaps}`,
    'closed-waiting': `${peer} closed the connection before it answered.${perhaps}`,
    'closed-answering': `The connection to ${peer} broke while the answer arrived.`,
    other: `The connection to ${peer} failed.`,
    'timeout-connecting': `${peer} did not take the connection within ${limit}.`,
    'timeout-waiting': `${peer} did not answer within ${limit}.`,
    'timeout-answering': `The answer of ${peer} was not complete after ${limit}.`,
    aborted: `The request to ${host} was cancelled.`,
    'not-tls': `No encrypted connection could be agreed on with ${peer}: it does not speak TLS there, or no version that is still safe.`,
    'not-http': `What answered at ${peer} does not speak HTTP as it should.`,
    certificate: certificateRefusal(issues, peer),
    'client-certificate': showsCertificate
      ? `${peer} does not accept the client certificate.`
      : `${peer} asks for a client certificate, and none is given.`,
    'ca-file-unreadable': 'The CA file of this installation holds no certificate that can be read.',
    'client-certificate-unreadable': 'The client certificate of this installation cannot be read.',
    'client-key-unreadable': 'The key of the client certificate cannot be read.',
    'client-key-mismatch': 'The key of this installation is not the one of its client certificate.',
    'proxy-address': 'The address of the proxy is none of an HTTP proxy.',
    'timeout-tunnel': `${peer} had no way to ${host} within ${limit}.`,
    'tunnel-password': `${peer} does not let this user through: it wants a user name and a password (${scheme}).`,
    'tunnel-gateway': `${peer} does not reach ${host} (status ${proxyStatus}).`,
    'tunnel-refused': `${peer} opens no way to ${host} (status ${proxyStatus}).`,
    'forbidden-address': `${host} leads to ${destination}. Tests are not sent there.`,
    'not-carried': 'HTTP cannot carry this request.',
    'sign-in-rejected': `${host} does not accept this user name with this password.`,
    'sign-in-forbidden': `${host} knows this user and does not let them in.`,
    'no-sign-in': `${host} answers, but nobody can sign in at ${href}.`,
    'token-rejected': `${host} rejected the auth token: it is wrong, or it has expired.`,
    'token-missing': `${host} asks for an auth token, and none is sent.`,
    forbidden: `${host} knows the auth token and does not allow this to it.${says}`,
    'list-not-found': `${host} answers, but has no webhooks at ${href}. The API root is probably wrong.`,
    'webhook-not-found': `Webhook ${request.subject} no longer exists on ${host}.`,
    redirected: `${host} sends this request on to ${facts['Leads to'] ?? 'another address'}. Hookdesk does not follow, so that the auth token stays with the host that it was entered for.`,
    'method-not-allowed': `${host} does not allow ${request.method} at ${href}.${says}`,
    'request-too-large': `${host} takes no request this large.${says}`,
    'too-many-requests': `${host} takes no more requests for now: there were too many.${says}`,
    rejected: `${host} refused the request (status ${status}).${says || ` It does not say why; what came was ${content}.`}`,
    'server-failed': `${host} failed while it served the request (status ${status}).${says}${doubt}`,
    'server-unavailable': `${host} cannot serve the request at the moment (status ${status}).${says}${doubt}`,
    'no-token': `${host} answered with ${content} and without an auth token (header X-Subject-Token), where one was expected. Nobody signs in there like this.`,
    'not-the-interface': `${host} answered with ${content}, where ${requested} was expected. This is not the webhook interface.`,
    'wrong-shape': `${host} answered with JSON that is not as the interface has it: at ${where}, ${expected} was expected and ${found} was found.`,
    'too-large': `The answer of ${host} is larger than the ${sizeLimit} that Hookdesk reads, so it was given up.`,
    'page-after-write': `${host} answered with ${content} instead of the webhook interface: a sign-in page or a proxy may have answered.`,
  };

  const texts = isTest ? adviceTexts.testSend : adviceTexts.installation;
  const { check, network, running, retry, slow, address } = texts;
  const checkAndNetwork = `${check} ${network}`;
  const choosePem = 'Choose a file in PEM: it holds lines that read BEGIN CERTIFICATE.';
  const chooseKey =
    'Choose the key that belongs to the certificate, in PEM and without a passphrase: it is kept with the secrets of this machine.';
  const askProxy = `${check} See whether the proxy reaches it.`;
  const enterToken = `Enter a new auth token ${inSettings}.`;
  const checkRoot = `Check address and API root ${inSettings}: something else may answer there, such as a sign-in page or a gateway.`;
  const checkVariant = `Check the variant and the API root ${inSettings}.`;
  const afterFailure = isWrite
    ? 'Read again to see what the installation holds. Then look at its log.'
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
      ? `${elsewhere} Install the certificate of the issuer on this machine to test from here.`
      : certificateAdvice(issues),
    'client-certificate': texts.clientCertificate,
    'ca-file-unreadable': choosePem,
    'client-certificate-unreadable': choosePem,
    'client-key-unreadable': chooseKey,
    'client-key-mismatch': chooseKey,
    'proxy-address': `Enter an address such as http://proxy.example.com:3128 ${inSettings}, or correct HTTPS_PROXY in the environment of this machine.`,
    'timeout-tunnel': askProxy,
    'tunnel-password': /\bbasic\b/i.test(scheme)
      ? `Enter user name and password of the proxy ${inSettings}.`
      : `Hookdesk speaks Basic to proxies, and not ${scheme}. Use another proxy, or one on this machine that speaks ${scheme} for you.`,
    'tunnel-gateway': askProxy,
    'tunnel-refused': 'Ask the administrator of the proxy to allow CONNECT to this host and port.',
    'forbidden-address': `${check} To see what would be sent, send the test to the local receiver.`,
    'not-carried': `Check method and headers${isTest ? ' of the webhook' : ''}: some belong to the connection, and cannot be chosen.`,
    'sign-in-rejected': `Enter both again ${inSettings}.`,
    'sign-in-forbidden': 'Ask the administrator of the installation whether the user is locked.',
    'no-sign-in': `${check} If it has no signing in, use an auth token instead.`,
    'token-rejected': enterToken,
    'token-missing': enterToken,
    forbidden: 'Ask the administrator of the installation for the permission to manage webhooks.',
    'list-not-found': `Check the API root ${inSettings}, such as /api/v6 or /api/v14, and the path in its address.`,
    'webhook-not-found': 'Read the list again. Somebody may have deleted it.',
    redirected:
      'If that is the right place, enter it as the address of the installation. If it is a sign-in page, the installation is behind a gateway.',
    'method-not-allowed': checkVariant,
    'request-too-large':
      'Shorten the payload template or the headers, then publish again. Nothing was changed.',
    'too-many-requests': 'Wait a moment, then try again.',
    rejected: isWrite
      ? 'Correct what it names, then publish again. Nothing was changed.'
      : checkVariant,
    'server-failed': afterFailure,
    'server-unavailable': afterFailure,
    'no-token': checkRoot,
    'not-the-interface': checkRoot,
    'wrong-shape': `${checkVariant} If both are right, the installation speaks another version of the interface.`,
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
  reserved: 'an address that belongs to nobody',
  'not-an-address': 'nothing that is an address',
};

export const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KiB`;
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}
