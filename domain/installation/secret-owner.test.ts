import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from './connection.ts';
import { SecretName, secretStays, requiredSecretNames } from './secret-owner.ts';
import { certificatePem, goodSettings } from '#test-support/installation-fixture.ts';

const base: ConnectionSettings = {
  ...blankConnection,
  baseUrl: 'https://monitor.example.com/pem',
  clientCertificate: { fileName: 'me.pem', pem: certificatePem },
  proxy: { kind: 'own', url: 'http://proxy:3128', username: 'ops' },
};
const withToken: ConnectionSettings = { ...base, authentication: { kind: 'auth-token' } };
const withPassword: ConnectionSettings = {
  ...base,
  authentication: { kind: 'sign-in', username: 'ops' },
};
const staying = (before: ConnectionSettings, next: ConnectionSettings): SecretName[] =>
  SecretName.options.filter((secret) => secretStays(secret, before, next));

it.each<[string, ConnectionSettings, SecretName[]]>([
  ['an auth token', { ...blankConnection, authentication: { kind: 'auth-token' } }, ['authToken']],
  ['nothing', { ...blankConnection, authentication: { kind: 'none' } }, []],
  ['a password', withPassword, ['password', 'proxyPassword', 'clientKey']],
  [
    'a proxy without a user',
    { ...withToken, proxy: { kind: 'own', url: 'http://proxy:3128', username: '' } },
    ['authToken', 'clientKey'],
  ],
])('a connection with %s requires only its own secrets', (_, settings, used) => {
  expect(requiredSecretNames(settings)).toEqual(used);
});

describe('a stored secret', () => {
  it('stays after a change of name, path or API root', () => {
    const change = { name: 'x', baseUrl: 'https://monitor.example.com/', apiRoot: '/api/v6' };
    expect(staying(withPassword, { ...withPassword, ...change })).toEqual(
      requiredSecretNames(withPassword),
    );
    expect(staying(withToken, { ...withToken, ...change })).toEqual(requiredSecretNames(withToken));
  });

  it.each([
    ['another port', 'https://monitor.example.com:8443/pem'],
    ['another scheme', 'http://monitor.example.com/pem'],
    ['another host', 'https://monitor.example.org/pem'],
    ['a host that begins like it', 'https://monitor.example.com.evil.example/pem'],
    ['a host behind it as a user', 'https://monitor.example.com@evil.example/pem'],
    ['no address at all', 'monitor'],
  ])('is not used for %s; the password of the proxy stays', (_, baseUrl) => {
    expect(staying(withPassword, { ...withPassword, baseUrl })).toEqual(['proxyPassword']);
    expect(staying(withToken, { ...withToken, baseUrl })).toEqual(['proxyPassword']);
  });

  it('of a user does not stay for another user or authentication', () => {
    const other = { kind: 'sign-in', username: 'admin' } as const;
    expect(staying(withPassword, { ...withPassword, authentication: other })).not.toContain(
      'password',
    );
    expect(staying(withPassword, withToken)).toEqual(['proxyPassword', 'clientKey']);
    expect(staying(withToken, withPassword)).toEqual(['proxyPassword', 'clientKey']);
  });

  it.each<[string, ConnectionSettings['proxy']]>([
    ['another proxy', { kind: 'own', url: 'http://other:3128', username: 'ops' }],
    ['another port', { kind: 'own', url: 'http://proxy:8080', username: 'ops' }],
    ['another user', { kind: 'own', url: 'http://proxy:3128', username: 'admin' }],
    ['no user', { kind: 'own', url: 'http://proxy:3128', username: '' }],
    ['none', { kind: 'none' }],
    ["the machine's", { kind: 'system' }],
  ])('of a proxy is not used for %s', (_, proxy) => {
    expect(staying(withToken, { ...withToken, proxy })).toEqual(['authToken', 'clientKey']);
  });

  it('of a client certificate does not stay without the certificate', () => {
    expect(staying(withToken, { ...withToken, clientCertificate: null })).not.toContain(
      'clientKey',
    );
  });
});

describe('the secrets of random settings', () => {
  it('stay if nothing changes', () => {
    fc.assert(
      fc.property(goodSettings, (settings) => {
        expect(staying(settings, { ...settings })).toEqual(requiredSecretNames(settings));
      }),
    );
  });

  it('do not stay for another origin, except the password of the proxy', () => {
    fc.assert(
      fc.property(goodSettings, goodSettings, (before, next) => {
        const kept = staying(before, next);
        if (new URL(before.baseUrl).origin !== new URL(next.baseUrl).origin) {
          expect(kept.filter((secret) => secret !== 'proxyPassword')).toEqual([]);
        }
        for (const secret of kept) expect(requiredSecretNames(next)).toContain(secret);
      }),
    );
  });
});
