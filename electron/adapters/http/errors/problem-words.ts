import type { CertificateDoubt } from '#domain/installation/trust.ts';
import type { Context, Facts, RefusedCertificate } from './exchange-failure.ts';
import { faults, type FaultWords, inSettings, type Kind, networkNote } from './faults.ts';

/** What a message names besides the facts. */
export interface MessageParts {
  readonly refusedCertificate?: RefusedCertificate | null;
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

/** Message and advice of a problem. Masks secrets in the words of others, never in our own. */
export function problemInWords(
  kind: Kind,
  { request, masker, showsCertificate, isWrite, isTest, proxyIsManaged }: Context,
  facts: Facts,
  { refusedCertificate = null, content = '', says = '' }: MessageParts,
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
    doubts: refusedCertificate === null ? [] : doubtsOf(refusedCertificate),
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
  const isForAdministrator = proxyIsManaged && (isOfProxy || proxySettingKinds.has(kind));
  const adviceForPerson = isOfProxy ? checkProxy : inWords(advice);
  return {
    what: inWords(what).replace(/^the proxy/, 'The proxy'),
    advice: isForAdministrator ? askAboutProxy : adviceForPerson,
  };
}

/** A certificate that replaces the pinned one is `changed`, whatever else is wrong with it. */
const doubtsOf = ({ doubts, replaced }: RefusedCertificate): readonly CertificateDoubt[] =>
  replaced === null ? doubts : ['changed'];

/** Kinds whose advice names the settings of the proxy. */
const proxySettingKinds = new Set<Kind>([
  'proxy-address',
  'system-proxy',
  'timeout-system-proxy',
  'tunnel-password',
]);

const askAboutProxy = 'Your organisation sets the proxy. Ask your administrator.';

const checkProxy = `Check the proxy ${inSettings}, or in the environment of this machine (HTTPS_PROXY).`;
