import type { TLSSocket } from 'node:tls';
import type { Route, SeenCertificate } from '#core/ports.ts';
import type { CertificateDoubt, CertificateFacts } from '#domain/installation/trust.ts';
import { ExchangeFailure, withoutNulls } from '../errors/exchange-failure.ts';
import { doubtsOf, hasWeakKey, isFor, type Shown } from './certificate-doubts.ts';
import { factsOf, spkiSha256 } from './certificate-facts.ts';
import type { TlsCredentials } from './credentials.ts';
import type { Handshake } from './handshake.ts';

/** Accepts a valid certificate, or the pinned key despite other doubts; otherwise closes the socket. */
export function checkCertificate(
  { socket, shown }: Handshake,
  trust: Route['trust'],
  credentials: TlsCredentials,
): TLSSocket {
  if (isAccepted(shown, trust)) return socket;
  socket.destroy();
  throw new ExchangeFailure(
    'certificate',
    'connecting',
    withoutNulls({ 'System code': shown.error }),
    {
      certificate: factsOf(shown.certificate),
      doubts: doubts(shown, credentials),
      replaced: replacedBy(shown, trust),
    },
  );
}

export function describeCertificate(
  shown: Shown,
  trust: Route['trust'],
  credentials: TlsCredentials,
): SeenCertificate {
  const changed = replacedBy(shown, trust) !== null;
  return {
    certificate: factsOf(shown.certificate),
    trusted: isAccepted(shown, trust),
    doubts: [...(changed ? ['changed' as const] : []), ...doubts(shown, credentials)],
  };
}

function isAccepted(shown: Shown, trust: Route['trust']): boolean {
  if (hasWeakKey(shown.certificate)) return false;
  if (trust.kind === 'pinned') return isPinned(shown, trust.certificate.spkiSha256);
  return shown.error === null && isFor(shown.certificate, shown.host);
}

const replacedBy = (shown: Shown, trust: Route['trust']): CertificateFacts | null =>
  trust.kind === 'pinned' && !isPinned(shown, trust.certificate.spkiSha256)
    ? trust.certificate
    : null;

const isPinned = (shown: Shown, pin: string): boolean => spkiSha256(shown.certificate) === pin;

const doubts = (shown: Shown, { roots }: TlsCredentials): CertificateDoubt[] =>
  doubtsOf(shown, roots, new Date());
