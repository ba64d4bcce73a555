import {
  CertificateFailure,
  type ExchangeFailure,
  ProxyFailure,
  RouteUnusable,
} from '../failure.ts';
import { certificateWords } from './certificate-words.ts';
import { type Context, duration } from './context.ts';
import { proxyWords } from './proxy-words.ts';
import { unusableWords } from './unusable-words.ts';
import type { Words } from './words.ts';

const lookAtAddress = 'Check host and port in the address of the installation.';
const lookAtNetwork =
  'Check the network of this machine, and whether the installation is reached through a VPN.';
const tryAgain = 'Try again in a moment. If it stays so, look at the log of the installation.';

/** Puts a failed exchange into words. */
export function wordsFor(failure: ExchangeFailure, context: Context): Words {
  const { request, limits } = context;
  const { host } = request.url;
  if (failure instanceof ProxyFailure) return proxyWords(failure, host, limits.connectMilliseconds);
  if (failure instanceof RouteUnusable) return unusableWords(failure);
  if (failure instanceof CertificateFailure) {
    // The code is decided by what is doubtful; this one stands for all of them.
    return { code: 'unreachable', ...certificateWords(failure, host) };
  }
  return plainWords(failure, host, context);
}

const late = (milliseconds: number): Record<string, string> => ({
  'Time limit': duration(milliseconds),
});

function plainWords(failure: ExchangeFailure, host: string, context: Context): Words {
  const { limits } = context;
  switch (failure.kind) {
    case 'refused':
      return {
        code: 'unreachable',
        what: `${host} refused the connection: nothing listens there, or a firewall turns it away.`,
        advice: `${lookAtAddress} See whether the service runs.`,
      };
    case 'no-such-host':
      return {
        code: 'unreachable',
        what: `There is no host of the name in ${host}: it has no address.`,
        advice: `Check the spelling of the address. ${lookAtNetwork}`,
      };
    case 'name-service-silent':
      return {
        code: 'unreachable',
        what: `The name in ${host} could not be looked up: the name service did not answer.`,
        advice: lookAtNetwork,
      };
    case 'no-route':
      return {
        code: 'unreachable',
        what: `No way leads to ${host} from this machine.`,
        advice: lookAtNetwork,
      };
    case 'closed':
      return { code: 'unreachable', what: closedWords(failure, host, context), advice: tryAgain };
    case 'connect-timeout':
      return {
        code: 'timed-out',
        what: `${host} did not take the connection within ${duration(limits.connectMilliseconds)}.`,
        advice: `${lookAtAddress} ${lookAtNetwork}`,
        facts: late(limits.connectMilliseconds),
      };
    case 'headers-timeout':
      return {
        code: 'timed-out',
        what: `${host} took the request and did not answer within ${duration(limits.headersMilliseconds)}.`,
        advice: tryAgain,
        facts: late(limits.headersMilliseconds),
      };
    case 'body-timeout':
      return {
        code: 'timed-out',
        what: `The answer of ${host} was not complete after ${duration(limits.bodyMilliseconds)}.`,
        advice: `${tryAgain} A long list over a slow line needs a higher limit in the settings of the installation.`,
        facts: late(limits.bodyMilliseconds),
      };
    case 'aborted':
      return {
        code: 'aborted',
        what: `The exchange with ${host} was cancelled.`,
        advice: 'Start it again when you want it.',
      };
    case 'service-closed':
      return {
        code: 'aborted',
        what: `The exchange with ${host} was given up, because Hookdesk is closing.`,
        advice: 'Start it again when Hookdesk runs.',
      };
    case 'not-tls':
      return {
        code: 'unreachable',
        what: `No encrypted connection could be agreed on with ${host}: it does not speak TLS there, or no version that is still safe.`,
        advice: `${lookAtAddress} A service without TLS has an address that starts with http://.`,
      };
    case 'client-certificate-missing':
      return {
        code: 'client-certificate',
        what: `${host} asks for a client certificate, and ${context.showsCertificate ? 'does not take the one that it gets' : 'none is given'}.`,
        advice: clientCertificateAdvice,
      };
    case 'client-certificate-refused':
      return {
        code: 'client-certificate',
        what: `${host} does not accept the client certificate.`,
        advice: clientCertificateAdvice,
      };
    case 'not-http':
      return {
        code: 'not-the-interface',
        what: `What answered at ${host} does not speak HTTP as it should.`,
        advice: `${lookAtAddress} A port for TLS has an address that starts with https://.`,
      };
    default:
      return {
        code: 'unreachable',
        what: `The connection to ${host} failed.`,
        advice: `${lookAtAddress} ${lookAtNetwork}`,
      };
  }
}

const clientCertificateAdvice =
  'Ask the administrator of the installation for a client certificate with its key, and give both in the settings of the installation.';

function closedWords(
  { phase }: ExchangeFailure,
  host: string,
  { showsCertificate }: Context,
): string {
  const perhaps = showsCertificate ? ' Perhaps it does not accept the client certificate.' : '';
  switch (phase) {
    case 'connecting':
      return `${host} closed the connection while it was being made.${perhaps}`;
    case 'waiting':
      return `${host} closed the connection before it answered.${perhaps}`;
    case 'answering':
      return `The connection to ${host} broke while the answer arrived.`;
  }
}
