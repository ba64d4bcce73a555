import type { ForbiddenAddress } from '#domain/delivery/forbidden-address.ts';
import { type FaultWords, faults, inSettings, type Kind, networkNote } from './faults.ts';
import type { Context, Facts, RefusedCertificate } from './exchange-failure.ts';

export interface More {
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
export function messageOf(
  kind: Kind,
  { request, masker, showsCertificate, isWrite, isTest, proxyIsManaged }: Context,
  facts: Facts,
  { refused = null, content = '', says = '' }: More,
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
  const isForAdministrator = proxyIsManaged && (isOfProxy || ofProxySettings.has(kind));
  const usual = isOfProxy ? checkProxy : inWords(advice);
  return {
    what: inWords(what).replace(/^the proxy/, 'The proxy'),
    advice: isForAdministrator ? askAboutProxy : usual,
  };
}

/** Kinds whose advice names the settings of the proxy. */
const ofProxySettings = new Set<Kind>([
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

export const duration = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;

export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KiB`;
  return `${Math.round(bytes / (1024 * 1024))} MiB`;
}
