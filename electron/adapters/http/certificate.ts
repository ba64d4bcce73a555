import { connect, type PeerCertificate } from 'node:tls';
import type { CertificateFacts } from '#domain/installation/trust.ts';

/**
 * Looks at the certificate that a host shows, whether trusted or not. Nothing is sent over that
 * connection, and it is closed at once. `null` where none could be seen within the limit (ms).
 */
export function seenCertificate(url: URL, limit: number): Promise<CertificateFacts | null> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({
      host,
      port: url.port === '' ? 443 : Number(url.port),
      ...(/[:\d.]$/.test(host) ? {} : { servername: host }),
      // Looking only: this connection carries no request and no token.
      rejectUnauthorized: false,
    });
    const timer = setTimeout(() => {
      end(null);
    }, limit);
    const end = (facts: CertificateFacts | null): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(facts);
    };
    socket.once('error', () => {
      end(null);
    });
    socket.once('secureConnect', () => {
      end(factsOf(socket.getPeerCertificate()));
    });
  });
}

function factsOf(certificate: PeerCertificate): CertificateFacts {
  return {
    subject: nameOf(certificate.subject),
    issuer: nameOf(certificate.issuer),
    validFrom: certificate.valid_from,
    validTo: certificate.valid_to,
    names: [certificate.subjectaltname ?? 'not said'],
    algorithm: '',
    spkiSha256: '',
    fingerprint: certificate.fingerprint256,
  };
}

/** The parts of a distinguished name that tell people something, the common name first. */
function nameOf(name: PeerCertificate['subject']): string {
  const parts = [name.CN, name.O, name.OU, name.C].flat();
  const told = parts.filter((part) => typeof part === 'string' && part !== '');
  return told.length > 0 ? told.join(', ') : 'not said';
}
