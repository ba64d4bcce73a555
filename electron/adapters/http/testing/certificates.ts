import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import type { CertificateFacts } from '#domain/installation/trust.ts';
import { factsOf } from '../tls/certificate-facts.ts';

/** A certificate with its key, both in PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

interface Wanted {
  readonly name?: string;
  /** In days from now. */
  readonly from?: number;
  readonly until?: number;
  /** Host names beside 127.0.0.1, or in its place when `onLoopback` is false. */
  readonly hosts?: readonly string[];
  readonly onLoopback?: boolean;
  readonly rsaBits?: number;
  readonly hash?: 'sha256' | 'sha1';
  readonly issuer?: KeyPair;
}

const day = 86_400_000;

/** Creates a self-signed certificate, or one from an issuer. The default host is 127.0.0.1. */
export async function certificate(wanted: Wanted = {}): Promise<KeyPair> {
  const { name = 'monitor.test', from = -1, until = 1, issuer, rsaBits } = wanted;
  const { hosts = [], onLoopback = true, hash = 'sha256' } = wanted;
  const made = await generate([{ name: 'commonName', value: name }], {
    ...(rsaBits === undefined ? { keyType: 'ec' } : { keyType: 'rsa', keySize: rsaBits }),
    algorithm: hash,
    notBeforeDate: new Date(Date.now() + from * day),
    notAfterDate: new Date(Date.now() + until * day),
    ...(issuer === undefined ? {} : { ca: issuer }),
    extensions: [
      { name: 'basicConstraints', cA: issuer === undefined },
      {
        name: 'subjectAltName',
        altNames: [
          ...(onLoopback ? [{ type: 7 as const, ip: '127.0.0.1' }] : []),
          ...hosts.map((value) => ({ type: 2 as const, value })),
        ],
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

/** The facts of a certificate that a person trusted. */
export const trustedFacts = ({ cert }: KeyPair): CertificateFacts =>
  factsOf(new X509Certificate(cert));
