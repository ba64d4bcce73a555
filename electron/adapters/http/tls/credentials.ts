import { createPrivateKey, X509Certificate } from 'node:crypto';
import {
  createSecureContext,
  getCACertificates,
  type SecureContext,
  type SecureContextOptions,
} from 'node:tls';
import { z } from 'zod';
import type { Route } from '#core/ports.ts';
import { firstMessage } from '../../thread/first-message.ts';
import { ExchangeFailure, failureOf } from '../errors/exchange-failure.ts';
import type { Kind } from '../errors/faults.ts';

/** What a TLS connection trusts and presents. */
export interface TlsCredentials {
  readonly context: SecureContext;
  readonly roots: () => readonly X509Certificate[];
}

/** Rejects with an ExchangeFailure when a CA file, a client certificate or its key cannot be read. */
export type ReadCredentials = (
  route: Pick<Route, 'trust' | 'clientCertificate'>,
) => Promise<TlsCredentials>;

/** @param extraCa PEM that is trusted like the roots of the machine; `null` for none */
export function readCredentialsWith(extraCa: string | null): ReadCredentials {
  let machineCredentials: Promise<TlsCredentials> | undefined;
  return ({ trust, clientCertificate }) => {
    if (trust.kind === 'ca-file' || clientCertificate !== null) {
      return credentialsOf(trust, clientCertificate, extraCa);
    }
    // Shared, because parsing hundreds of roots costs time and memory.
    return (machineCredentials ??= credentialsOf(trust, null, extraCa).finally(() => {
      // Without the roots of the system, the next call reads them again.
      if (systemRootsOnce === undefined) machineCredentials = undefined;
    }));
  };
}

export const tlsCredentials = readCredentialsWith(null);

async function credentialsOf(
  trust: Route['trust'],
  client: Route['clientCertificate'],
  extraCa: string | null,
): Promise<TlsCredentials> {
  const extraRoots = extraCa === null ? [] : certificatesIn(extraCa).map(String);
  const roots = [...(await machineRoots()), ...extraRoots, ...ofCaFile(trust)];
  const allowPartialTrustChain = trust.kind === 'ca-file' || extraCa !== null;
  let parsed: readonly X509Certificate[] | undefined;
  return {
    context: contextOf({ ca: roots, allowPartialTrustChain }, client),
    roots: () => (parsed ??= certificatesIn(roots.join('\n'))),
  };
}

function ofCaFile(trust: Route['trust']): string[] {
  if (trust.kind !== 'ca-file') return [];
  const certificates = certificatesIn(trust.pem);
  if (certificates.length === 0) throw unusable('ca-file-unreadable');
  return certificates.map(String);
}

/** `allowPartialTrustChain`: a CA file may hold an intermediate or the server's own certificate. */
type TrustedCertificates = Pick<SecureContextOptions, 'ca' | 'allowPartialTrustChain'>;

function contextOf(
  trusted: TrustedCertificates,
  client: Route['clientCertificate'],
): SecureContext {
  if (client === null) return createSecureContext(trusted);
  const [certificate] = certificatesIn(client.pem);
  if (certificate === undefined) throw unusable('client-certificate-unreadable');
  const key = keyOf(client.key);
  if (!certificate.checkPrivateKey(key)) throw unusable('client-key-mismatch');
  try {
    return createSecureContext({ ...trusted, cert: client.pem, key: client.key });
  } catch (error) {
    throw unusable('client-certificate-unreadable', error);
  }
}

function keyOf(pem: string): ReturnType<typeof createPrivateKey> {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    throw unusable('client-key-unreadable', error);
  }
}

const unusable = (kind: Kind, error?: unknown): ExchangeFailure =>
  new ExchangeFailure(kind, 'connecting', failureOf(error, 'connecting').facts);

/** PEM. Node's roots and the system's, where companies install their own. */
async function machineRoots(): Promise<string[]> {
  return [...new Set([...getCACertificates('default'), ...(await systemRoots())])];
}

export function certificatesIn(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      const plain = block.replaceAll('TRUSTED ', '');
      return [new X509Certificate(`${plain} CERTIFICATE-----\n`)];
    } catch (error) {
      if (error instanceof Error) return [];
      throw error;
    }
  });
}

const program = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage(require('node:tls').getCACertificates('system'));
`;

/** Milliseconds. */
const systemRootsLimit = 10_000;

let systemRootsOnce: Promise<string[]> | undefined;

/** In a thread, because it takes seconds on some systems. Empty when reading fails or takes too long. */
const systemRoots = (): Promise<string[]> =>
  (systemRootsOnce ??= firstMessage(program, {}, AbortSignal.timeout(systemRootsLimit)).then(
    (roots) => z.array(z.string()).parse(roots),
    () => {
      systemRootsOnce = undefined;
      return [];
    },
  ));
