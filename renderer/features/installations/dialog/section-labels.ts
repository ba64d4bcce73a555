import type { ConnectionSettings } from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import type { FormField } from './mistakes.ts';

export type SectionName =
  'payloadType' | 'trust' | 'clientCertificate' | 'proxy' | 'limits' | 'notes';

/** A section with a mistake is opened. */
export const fieldsOfSection: Readonly<Record<SectionName, readonly FormField[]>> = {
  payloadType: [],
  trust: ['trust'],
  clientCertificate: ['clientCertificate', 'clientKey'],
  proxy: ['proxyUrl', 'proxyUsername'],
  limits: [
    'limits.connectMilliseconds',
    'limits.headersMilliseconds',
    'limits.bodyMilliseconds',
    'limits.bodyBytes',
  ],
  notes: ['notes'],
};

export function wordsOf(section: SectionName, settings: ConnectionSettings): string {
  const { payloadTypePlace, trust, clientCertificate, proxy, limits, notes } = settings;
  switch (section) {
    case 'payloadType':
      return payloadTypePlace === 'top-level' ? 'at the top level' : 'inside http_headers';
    case 'trust':
      if (trust.kind === 'pinned') return `one alone, of ${trust.certificate.subject}`;
      return trust.kind === 'ca-file'
        ? `besides, those of ${trust.fileName}`
        : 'those this machine trusts';
    case 'clientCertificate':
      return clientCertificate?.fileName ?? 'none';
    case 'proxy':
      if (proxy.kind === 'own') return proxy.url;
      return proxy.kind === 'none' ? 'none' : 'as this machine has it';
    case 'limits':
      return sameLimits(limits) ? 'the usual ones' : 'of its own';
    case 'notes':
      return notes.trim() === '' ? 'none' : (notes.trim().split('\n')[0] ?? '');
  }
}

const sameLimits = (limits: ConnectionSettings['limits']): boolean =>
  limits.connectMilliseconds === defaultLimits.connectMilliseconds &&
  limits.headersMilliseconds === defaultLimits.headersMilliseconds &&
  limits.bodyMilliseconds === defaultLimits.bodyMilliseconds &&
  limits.bodyBytes === defaultLimits.bodyBytes;
