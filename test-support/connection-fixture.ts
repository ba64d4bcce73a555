import { generateKeyPairSync } from 'node:crypto';
import type { SecretsInput } from '#contract/connections.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { certificatePem } from './installation-fixture.ts';

/** An unused key in PEM. */
export const keyPem = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

/** A connection with sign-in, a proxy with a user, and a client certificate. */
export const fullSettings: ConnectionSettings = {
  ...blankConnection,
  name: 'acme-prod',
  baseUrl: 'https://monitor.example.com/pem',
  authentication: { kind: 'sign-in', username: 'ops' },
  clientCertificate: { fileName: 'me.pem', pem: certificatePem },
  proxy: { kind: 'own', url: 'http://proxy.example.com:3128', username: 'me' },
};

/** All secrets of the connection. */
export const fullSecrets: SecretsInput = {
  password: 'canary-password',
  proxyPassword: 'canary-proxy',
  clientKey: keyPem,
};
