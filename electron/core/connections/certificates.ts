import type {
  CertificateView,
  ConnectionView,
  TestStep,
  UnsavedConnection,
} from '#contract/connections.ts';
import { certificateProblems } from '#domain/installation/trust.ts';
import { settingsOf } from '#domain/installation/connection.ts';
import type { ProblemError } from '#domain/problem.ts';
import type { Probe, SeenCertificate } from '../ports.ts';
import type { Connections } from './connections.ts';
import { unsavedAddress } from './connection-candidate.ts';
import { refusedError } from '../problems.ts';

/** Reads the certificate of an installation, and notes it, so that a person can pin it. */
export async function readCertificate(
  probe: Probe,
  connections: Connections,
  input: UnsavedConnection,
  signal?: AbortSignal,
): Promise<CertificateView> {
  const address = await unsavedAddress(connections, input);
  const seen = await probe.certificate(address, signal);
  if (!isWeak(seen)) connections.certificates.note(address.baseUrl, seen.certificate);
  const { certificate, trusted, doubts } = seen;
  return { certificate, trusted, doubts: [...doubts] };
}

/** Reads the certificate again, and pins it only when it still has the key that the person confirmed. */
export async function trustCertificate(
  probe: Probe,
  connections: Connections,
  { connectionId, spkiSha256 }: { connectionId: string; spkiSha256: string },
  signal?: AbortSignal,
): Promise<ConnectionView> {
  const address = await connections.address(connectionId);
  const seen = await probe.certificate(address, signal);
  if (seen.certificate.spkiSha256 !== spkiSha256) throw otherCertificate(seen);
  if (isWeak(seen)) throw tooWeak(seen);
  connections.certificates.note(address.baseUrl, seen.certificate);
  const settings = settingsOf(connections.find(connectionId));
  const trust = { kind: 'pinned' as const, certificate: seen.certificate };
  return connections.change(connectionId, { ...settings, trust }, {});
}

/** Passes on the steps of a test, and notes the certificates in them, so that a person can pin them. */
export async function* noteCertificates(
  steps: AsyncGenerator<TestStep, void, void>,
  connections: Connections,
  baseUrl: string,
): AsyncGenerator<TestStep, void, void> {
  for await (const step of steps) {
    const { problem } = step;
    const failedBy = problem !== null && 'certificate' in problem ? problem : null;
    for (const seen of [step.certificate, failedBy]) {
      if (seen !== null && !isWeak(seen)) {
        connections.certificates.note(baseUrl, seen.certificate);
      }
    }
    yield step;
  }
}

/** A weak key can be forged, so no confirmation makes it acceptable. */
const isWeak = ({ doubts }: Pick<SeenCertificate, 'doubts'>): boolean => doubts.includes('weak');

const otherCertificate = ({ certificate }: SeenCertificate): ProblemError =>
  refusedError(
    'The installation now presents a different certificate.',
    'Check the new certificate. Nothing was changed.',
    { 'Fingerprint now': certificate.fingerprint, 'Public key now': certificate.spkiSha256 },
  );

const tooWeak = ({ certificate }: SeenCertificate): ProblemError =>
  refusedError(certificateProblems.weak.message, 'Nothing was changed.', {
    Key: certificate.algorithm,
    Fingerprint: certificate.fingerprint,
  });
