import type { ConnectionSettings } from '#domain/installation/connection.ts';
import type { CertificateFacts, Trust } from '#domain/installation/trust.ts';

/** Certificates that are remembered, at most. */
const atMost = 500;

/**
 * The certificates that installations have just shown, as this program itself saw them. Only such a one
 * can be pinned: what the window says of a certificate is not taken for a fact.
 */
export class SeenCertificates {
  readonly #seen = new Map<string, CertificateFacts>();

  note(baseUrl: string, certificate: CertificateFacts): void {
    const key = keyOf(baseUrl, certificate.spkiSha256);
    this.#seen.delete(key);
    this.#seen.set(key, certificate);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > atMost && oldest !== undefined) this.#seen.delete(oldest);
  }

  /**
   * The trust that the settings ask for, with the facts as they were seen from here. A pin that is saved
   * already stays as it is. `null` where it is for a certificate that nobody has seen at this origin.
   */
  confirmed({ baseUrl, trust }: ConnectionSettings, saved: Trust | null): Trust | null {
    if (trust.kind !== 'pinned') return trust;
    const { spkiSha256 } = trust.certificate;
    if (saved?.kind === 'pinned' && saved.certificate.spkiSha256 === spkiSha256) return saved;
    const certificate = this.#seen.get(keyOf(baseUrl, spkiSha256));
    return certificate === undefined ? null : { kind: 'pinned', certificate };
  }
}

const keyOf = (baseUrl: string, spkiSha256: string): string =>
  `${URL.canParse(baseUrl) ? new URL(baseUrl).origin : ''} ${spkiSha256}`;
