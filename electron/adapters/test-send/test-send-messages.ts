import { certificateRefusal } from '#domain/installation/certificate-words.ts';
import type { ForbiddenAddress } from '#domain/delivery/forbidden-address.ts';
import { plainProblem, type Problem, type RawAnswer } from '#domain/problem.ts';
import { CertificateFailure, ExchangeFailure, type Phase } from '../http/failure.ts';
import { DestinationForbidden } from './guarded-connection.ts';

/** The reason that the time limit of a test aborts with. */
export class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached';
}

/** The HTTP library does not send such a request. */
export class NotCarried extends Error {
  override readonly name = 'NotCarried';
}

/** Where a test went, as far as it may be told: the rest of a webhook's URL is often a secret. */
export interface TestSendPlace {
  /** With its port, where it has one. */
  readonly host: string;
  /** In milliseconds. */
  readonly timeLimit: number;
  readonly phase: Phase;
  /** What had come of the answer, if anything. */
  readonly answer: RawAnswer | null;
}

const lookAtUrl = 'Check host and port in the URL of the webhook.';
const otherNetwork =
  'The installation is another machine: it may reach what this one does not, and the other way round.';

/** Why a test was not answered, for a person. */
export function testSendProblem(reason: unknown, place: TestSendPlace): Problem {
  const { host, phase, answer } = place;
  if (reason instanceof DestinationForbidden) return forbiddenProblem(reason, host);
  if (reason instanceof TimeLimitReached) return lateProblem(place);
  if (reason instanceof CertificateFailure) return certificateProblem(reason, host);
  if (reason instanceof NotCarried) return notCarriedProblem(host);
  if (!(reason instanceof ExchangeFailure)) {
    return plainProblem(
      'aborted',
      `The test to ${host} was cancelled. ${arrived(phase)}`,
      'Send it again when you want it.',
      { Host: host },
      answer,
    );
  }
  const facts = { Host: host, ...(reason.code === null ? {} : { 'System code': reason.code }) };
  const { what, advice } = wordsFor(reason, host);
  return plainProblem(
    'unreachable',
    phase === 'answering' ? what : `${what} ${arrived(phase)}`,
    advice,
    facts,
    answer,
  );
}

const notCarriedProblem = (host: string): Problem =>
  plainProblem(
    'refused',
    'HTTP cannot carry this request. Nothing was sent.',
    'Check method and headers of the webhook: some belong to the connection, and cannot be chosen.',
    { Host: host },
  );

const arrived = (phase: Phase): string =>
  phase === 'connecting' ? 'Nothing was sent.' : 'The test may have arrived all the same.';

function wordsFor(failure: ExchangeFailure, host: string): { what: string; advice: string } {
  switch (failure.kind) {
    case 'refused':
      return {
        what: `${host} refused the connection: nothing listens there, or a firewall turns it away.`,
        advice: `${lookAtUrl} ${otherNetwork}`,
      };
    case 'no-such-host':
      return {
        what: `There is no host of the name in ${host}, as far as this machine knows.`,
        advice: `Check the spelling. ${otherNetwork}`,
      };
    case 'name-service-silent':
      return {
        what: `The name in ${host} could not be looked up: the name service did not answer.`,
        advice: 'Check the network of this machine.',
      };
    case 'no-route':
      return { what: `No way leads to ${host} from this machine.`, advice: otherNetwork };
    case 'closed':
      return { what: closedWords(failure, host), advice: 'Look at the log of the receiver.' };
    case 'not-tls':
      return {
        what: `No encrypted connection could be agreed on with ${host}: it does not speak TLS there, or no version that is still safe.`,
        advice: `${lookAtUrl} A receiver without TLS has a URL that starts with http://.`,
      };
    case 'not-http':
      return {
        what: `What answered at ${host} does not speak HTTP as it should.`,
        advice: `${lookAtUrl} A port for TLS has a URL that starts with https://.`,
      };
    case 'client-certificate-missing':
    case 'client-certificate-refused':
      return {
        what: `${host} asks for a client certificate, and tests have none.`,
        advice: 'Test this webhook from the installation, where an alert is raised on purpose.',
      };
    default:
      return {
        what: `The connection to ${host} failed.`,
        advice: lookAtUrl,
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

function lateProblem({ host, timeLimit, phase, answer }: TestSendPlace): Problem {
  const limit = timeLimit < 1000 ? `${timeLimit} ms` : `${timeLimit / 1000} s`;
  const what =
    phase === 'connecting'
      ? `${host} did not take the connection within ${limit}.`
      : `${host} did not answer within ${limit}.`;
  return plainProblem(
    'timed-out',
    answer === null
      ? `${what} ${arrived(phase)}`
      : `${host} answered with status ${answer.status}, but the answer was not complete after ${limit}.`,
    phase === 'connecting' ? `${lookAtUrl} ${otherNetwork}` : 'Look at the log of the receiver.',
    { Host: host, 'Time limit': limit },
    answer,
  );
}

/**
 * Of the code `unreachable`: those of certificates are about connections to installations, for which a
 * person can trust one. For a target there is nothing to be trusted here.
 */
function certificateProblem(
  { certificate, doubts, code }: CertificateFailure,
  host: string,
): Problem {
  return plainProblem(
    'unreachable',
    `${certificateRefusal(doubts, host)} Nothing was sent.`,
    'What the installation trusts may differ. Have the issuer’s certificate installed among the trusted ones of this machine to test from here.',
    {
      Host: host,
      'Certificate of': certificate.subject,
      'Issued by': certificate.issuer,
      'Valid from': certificate.validFrom,
      'Valid until': certificate.validTo,
      'For hosts': certificate.names.join(', '),
      'SHA-256 fingerprint': certificate.fingerprint,
      Doubts: doubts.join(', '),
      ...(code === null ? {} : { 'System code': code }),
    },
  );
}

function forbiddenProblem({ kind, address }: DestinationForbidden, host: string): Problem {
  const { what, advice } = forbiddenWords[kind];
  return plainProblem(
    'refused',
    `${host} leads to ${what}. Tests are not sent there, so nothing was sent.`,
    advice,
    { Host: host, Address: address },
  );
}

const check = 'Check the host in the URL of the webhook.';

const forbiddenWords: Readonly<Record<ForbiddenAddress, { what: string; advice: string }>> = {
  loopback: {
    what: 'this machine itself, while for the installation it leads to the installation’s own machine',
    advice: 'To see what would be sent, send the test to the local receiver.',
  },
  'link-local': { what: 'an address that is valid on one network link only', advice: check },
  'cloud-metadata': {
    what: 'a place where a cloud tells its machines who they are, and hands out credentials',
    advice: check,
  },
  unspecified: { what: 'an address that stands for no machine', advice: check },
  multicast: { what: 'an address of many machines at once', advice: check },
  broadcast: { what: 'an address of all machines at once', advice: check },
  reserved: { what: 'an address that belongs to nobody', advice: check },
  'not-an-address': { what: 'nothing that is an address', advice: check },
};
