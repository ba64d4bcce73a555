import fc from 'fast-check';
import { rootCertificates } from 'node:tls';
import {
  blankConnection,
  type Connection,
  type ConnectionSettings,
  Environment,
  PayloadTypePlace,
  tidyConnection,
  WatchMinutes,
} from '#domain/installation/connection.ts';
import { defaultLimits } from '#domain/installation/limits.ts';
import type { CertificateFacts } from '#domain/installation/trust.ts';

/** A real certificate, in PEM. */
export const certificatePem = String(rootCertificates[0]);

export const certificateFacts: CertificateFacts = {
  subject: 'monitor.example.com',
  names: ['monitor.example.com', '10.0.0.7'],
  issuer: 'Example CA',
  validFrom: '2030-01-01T00:00:00.000Z',
  validTo: '2031-01-01T00:00:00.000Z',
  algorithm: 'RSA, 2048 bits',
  spkiSha256: 'c2hhMjU2IG9mIGEga2V5',
  fingerprint: 'AA:BB:CC',
};

/** Few hosts and roots, so that equal ones are frequent. */
const baseUrl = fc
  .tuple(
    fc.constantFrom('https://', 'http://'),
    fc.constantFrom('a.example.com', 'b.example.com', '127.0.0.1', '[::1]'),
    fc.constantFrom('', ':8443'),
    fc.constantFrom('', '/pem', '/pem/x'),
  )
  .map((parts) => parts.join(''));

const line = fc.constantFrom('acme', 'Acme', 'globex – “prod”', 'ünïcode 🪝', 'x'.repeat(100));

/** Valid settings in their saved form. */
export const goodSettings: fc.Arbitrary<ConnectionSettings> = fc
  .record({
    name: line,
    baseUrl,
    variant: fc.constantFrom('A', 'B'),
    apiRoot: fc.constantFrom('/api/v6', '/api/v14', '/custom', '/'),
    authentication: fc.oneof(
      fc.constant({ kind: 'auth-token' as const }),
      fc.constant({ kind: 'none' as const }),
      line.map((username) => ({ kind: 'sign-in' as const, username })),
    ),
    environment: fc.option(fc.constantFrom(...Environment.options)),
    readOnly: fc.boolean(),
    payloadTypePlace: fc.constantFrom(...PayloadTypePlace.options),
    trust: fc.oneof(
      fc.constant({ kind: 'system' as const }),
      line.map((fileName) => ({ kind: 'ca-file' as const, fileName, pem: certificatePem })),
      fc.constant({ kind: 'pinned' as const, certificate: certificateFacts }),
    ),
    clientCertificate: fc.option(line.map((fileName) => ({ fileName, pem: certificatePem }))),
    proxy: fc.oneof(
      fc.constant({ kind: 'system' as const }),
      fc.constant({ kind: 'none' as const }),
      fc
        .tuple(
          fc.constantFrom('http://proxy:3128', 'https://p.example.com'),
          fc.constantFrom('', 'u'),
        )
        .map(([url, username]) => ({ kind: 'own' as const, url, username })),
    ),
    limits: fc
      .integer({ min: 100, max: 600_000 })
      .map((connectMilliseconds) => ({ ...defaultLimits, connectMilliseconds })),
    group: fc.oneof(fc.constant(''), line),
    watchMinutes: fc.option(fc.constantFrom(...WatchMinutes.values)),
    notes: fc.string({ unit: 'grapheme', maxLength: 40 }),
  })
  .map((settings) => tidyConnection({ ...blankConnection, ...settings }));

/** Saved connections with unique ids. */
export const savedConnections: fc.Arbitrary<Connection[]> = fc
  .array(goodSettings, { maxLength: 8 })
  .map((all) => all.map((each, index) => ({ ...each, id: `c${index}`, practice: false })));
