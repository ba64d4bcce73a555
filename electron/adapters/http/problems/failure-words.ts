import type { PlainProblemCode } from '#domain/problem.ts';
import type { ExchangeFailure } from '../failure.ts';
import type { HttpLimits } from '../limits.ts';
import { duration } from './context.ts';

/** What happened and what to do, before it is decided what that means for a write. */
export interface FailureWords {
  readonly code: PlainProblemCode | 'certificate-untrusted' | 'certificate-invalid';
  /** One sentence. */
  readonly what: string;
  readonly advice: string;
  /** The limit that was reached, where it was one. */
  readonly limit?: string;
}

const lookAtAddress = 'Check host and port in the address of the installation.';
const lookAtNetwork =
  'Check the network of this machine, and whether the installation is reached through a VPN.';
const tryAgain = 'Try again in a moment. If it stays so, look at the log of the installation.';

/** Puts a failed exchange with `host` (name and port) into words. */
export function wordsFor(failure: ExchangeFailure, host: string, limits: HttpLimits): FailureWords {
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
      return { code: 'unreachable', what: closedWords(failure, host), advice: tryAgain };
    case 'connect-timeout':
      return {
        code: 'timed-out',
        what: `${host} did not take the connection within ${duration(limits.connect)}.`,
        advice: `${lookAtAddress} ${lookAtNetwork}`,
        limit: duration(limits.connect),
      };
    case 'headers-timeout':
      return {
        code: 'timed-out',
        what: `${host} took the request and did not answer within ${duration(limits.headers)}.`,
        advice: tryAgain,
        limit: duration(limits.headers),
      };
    case 'body-timeout':
      return {
        code: 'timed-out',
        what: `The answer of ${host} stood still for ${duration(limits.bodyIdle)}.`,
        advice: tryAgain,
        limit: duration(limits.bodyIdle),
      };
    case 'overall-timeout':
      return {
        code: 'timed-out',
        what: `The exchange with ${host} was not over after ${duration(limits.overall)}.`,
        advice: tryAgain,
        limit: duration(limits.overall),
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
    case 'certificate-untrusted':
      return {
        code: 'certificate-untrusted',
        what: `The certificate of ${host} is not one that this machine trusts, so it is not certain who answers.`,
        advice:
          'Compare the fingerprint with the one that the administrator of the installation knows. If it is the right one, have the certificate of its issuer installed among the trusted ones of this machine.',
      };
    case 'certificate-invalid':
      return {
        code: 'certificate-invalid',
        what: certificateWords(failure.code, host),
        advice: certificateAdvice(failure.code),
      };
    case 'not-http':
      return {
        code: 'not-the-interface',
        what: `What answered at ${host} does not speak HTTP as it should.`,
        advice: `${lookAtAddress} A port for TLS has an address that starts with https://.`,
      };
    case 'other':
      return {
        code: 'unreachable',
        what: `The connection to ${host} failed.`,
        advice: `${lookAtAddress} ${lookAtNetwork}`,
      };
  }
}

function closedWords({ phase }: ExchangeFailure, host: string): string {
  switch (phase) {
    case 'connecting':
      return `${host} closed the connection while it was being made.`;
    case 'waiting':
      return `${host} closed the connection before it answered.`;
    case 'answering':
      return `The connection to ${host} broke while the answer arrived.`;
  }
}

function certificateWords(code: string | null, host: string): string {
  if (code === 'CERT_HAS_EXPIRED') return `The certificate of ${host} has expired.`;
  if (code === 'CERT_NOT_YET_VALID') return `The certificate of ${host} is not valid yet.`;
  return `The certificate that ${host} shows is for another host.`;
}

function certificateAdvice(code: string | null): string {
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return 'Check the clock of this machine. If it is right, the installation needs a new certificate.';
  }
  return 'Use the host name that the certificate is for, or have a certificate made for this one.';
}
