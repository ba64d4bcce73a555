import { CertificateFailure, ExchangeFailure, type ProxyFailure } from '../failure.ts';
import { certificateSentences } from '#domain/installation/certificate-words.ts';
import { duration } from './context.ts';
import type { Words } from './words.ts';

const checkProxy =
  'Check the proxy in the settings of the installation, or in the environment of this machine (HTTPS_PROXY).';

/** Puts into words why no way leads through a proxy to `host`. */
export function proxyWords(
  failure: ProxyFailure,
  host: string,
  connectMilliseconds: number,
): Words {
  const { proxy, reached, why } = failure;
  const facts = { Proxy: proxy };
  if (!(why instanceof ExchangeFailure)) {
    return {
      ...refusal(proxy, why, host),
      facts: { ...facts, 'Status of the proxy': `${why.status}` },
    };
  }
  if (!reached) {
    return {
      code: 'proxy-failed',
      what: `The proxy ${proxy} ${unreached(why, connectMilliseconds)} ${host} was not called.`,
      advice: checkProxy,
      facts,
    };
  }
  if (why.kind === 'connect-timeout') {
    return {
      code: 'timed-out',
      what: `The proxy ${proxy} had no way to ${host} within ${duration(connectMilliseconds)}.`,
      advice: 'Check the address of the installation, and whether the proxy reaches it.',
      facts: { ...facts, 'Time limit': duration(connectMilliseconds) },
    };
  }
  if (why.kind === 'aborted' || why.kind === 'service-closed') {
    return {
      code: 'aborted',
      what: `The call of ${host} was given up.`,
      advice: 'Start it again when you want it.',
      facts,
    };
  }
  return {
    code: 'proxy-failed',
    what:
      why.kind === 'not-http'
        ? `What answers at ${proxy} is no HTTP proxy.`
        : `The proxy ${proxy} closed the connection when it was asked for a way to ${host}.`,
    advice: checkProxy,
    facts,
  };
}

function unreached(why: ExchangeFailure, connectMilliseconds: number): string {
  if (why instanceof CertificateFailure) {
    return `is not trusted. ${certificateSentences(why.doubts)}`;
  }
  switch (why.kind) {
    case 'refused':
      return 'refused the connection.';
    case 'no-such-host':
    case 'name-service-silent':
      return 'has a name for which no address is found.';
    case 'connect-timeout':
      return `did not take the connection within ${duration(connectMilliseconds)}.`;
    case 'not-tls':
      return 'does not speak TLS.';
    default:
      return 'could not be reached.';
  }
}

function refusal(
  proxy: string,
  { status, wants }: { status: number; wants: string | null },
  host: string,
): Words {
  if (status === 407) {
    const scheme = wants ?? 'Basic';
    const known = /\bbasic\b/i.test(scheme);
    return {
      code: 'proxy-failed',
      what: `The proxy ${proxy} does not let this user through: it wants a user name and a password (${scheme}).`,
      advice: known
        ? 'Enter user name and password of the proxy in the settings of the installation.'
        : `Hookdesk speaks Basic to proxies, and not ${scheme}. Use another proxy, or one on this machine that speaks ${scheme} for you.`,
    };
  }
  if (status === 502 || status === 503 || status === 504) {
    return {
      code: 'unreachable',
      what: `The proxy ${proxy} does not reach ${host} (status ${status}).`,
      advice:
        'Check host and port in the address of the installation, and whether the proxy reaches it.',
    };
  }
  return {
    code: 'proxy-failed',
    what: `The proxy ${proxy} opens no way to ${host} (status ${status}).`,
    advice:
      'Ask whoever runs the proxy to let connections (CONNECT) to this host and port through, or take another proxy.',
  };
}
