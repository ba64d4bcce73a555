import type { ConnectionSettings } from '#domain/installation/connection.ts';
import type { CertificateFacts, Trust } from '#domain/installation/trust.ts';

const atMost = 500;

/** Certificates that the core itself received. Only these can be pinned: the window's data is not trusted. */
export class SeenCertificates {
  readonly #seen = new Map<string, CertificateFacts>();

  note(baseUrl: string, certificate: CertificateFacts): void {
    const key = keyOf(baseUrl, certificate.spkiSha256);
    this.#seen.delete(key);
    this.#seen.set(key, certificate);
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > atMost && oldest !== undefined) this.#seen.delete(oldest);
  }

  /** Keeps a saved pin. Returns `null` for a certificate never received from this origin. */
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
