import { beforeEach, describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { Connections } from './connections.ts';
import { fullSecrets, fullSettings, keyPem } from '#test-support/connection-fixture.ts';
import { resolveCandidate, unsavedAddress } from './connection-candidate.ts';

let connections: Connections;
let connectionId: string;
beforeEach(async () => {
  connections = new Connections(fakePorts());
  ({ id: connectionId } = await connections.add(fullSettings, fullSecrets));
});
const candidate = (settings: ConnectionSettings, secrets = {}, id: string | null = connectionId) =>
  resolveCandidate(connections, { connectionId: id, settings, secrets });
const withToken: ConnectionSettings = {
  ...blankConnection,
  name: 'x',
  baseUrl: 'https://monitor.example.com',
};

describe('a candidate from unsaved settings', () => {
  it('uses the saved secrets for the same origin', async () => {
    const { address, access } = await candidate({ ...fullSettings, apiRoot: '/api/v16' });
    expect(access).toEqual({
      kind: 'sign-in',
      credentials: { username: 'ops', password: 'canary-password' },
    });
    expect(address).toMatchObject({
      apiRoot: '/api/v16',
      route: { clientCertificate: { key: keyPem }, proxy: { password: 'canary-proxy' } },
    });
  });

  it('uses the entered secrets instead of the saved ones', async () => {
    const { access } = await candidate(fullSettings, { password: 'given' });
    expect(access).toMatchObject({ credentials: { password: 'given' } });
  });

  it.each(['https://evil.example', 'http://monitor.example.com/pem'])(
    'never sends a saved secret to %s',
    async (baseUrl) => {
      await expect(candidate({ ...fullSettings, baseUrl })).rejects.toMatchObject({
        problem: { code: 'invalid', issues: [{ path: 'clientKey' }] },
      });
      const moved = { ...fullSettings, baseUrl, clientCertificate: null };
      await expect(candidate(moved)).rejects.toMatchObject({
        problem: { code: 'invalid', issues: [{ path: 'password' }] },
      });
    },
  );

  it('never sends a saved proxy password to another proxy', async () => {
    const proxy = { kind: 'own', url: 'http://evil.example:3128', username: 'me' } as const;
    const { address } = await candidate({ ...fullSettings, proxy });
    expect(address.route?.proxy).toEqual({ ...proxy, password: null });
  });

  it('requires an auth token, and names the field for it', async () => {
    expect((await candidate(withToken, { authToken: 'given' }, null)).access).toEqual({
      kind: 'auth-token',
      authToken: 'given',
    });
    await expect(candidate(withToken, {}, null)).rejects.toMatchObject({
      problem: { code: 'invalid', issues: [{ path: 'authToken' }] },
    });
    const open: ConnectionSettings = { ...withToken, authentication: { kind: 'none' } };
    expect((await candidate(open, { authToken: 'given' }, null)).access).toEqual({
      kind: 'auth-token',
      authToken: null,
    });
  });

  it('resolves an address without credentials', async () => {
    const input = { connectionId: null, settings: withToken, secrets: {} };
    expect(await unsavedAddress(connections, input)).toMatchObject({ baseUrl: withToken.baseUrl });
  });

  it('saves nothing', async () => {
    const before = connections.list();
    await candidate({ ...fullSettings, name: 'x' }, { password: 'given' });
    expect(connections.list()).toEqual(before);
    expect(await connections.secrets.get(connections.find(connectionId), 'password')).toBe(
      'canary-password',
    );
  });

  it('names all invalid settings', async () => {
    await expect(candidate({ ...fullSettings, name: '', baseUrl: '' })).rejects.toMatchObject({
      problem: { code: 'invalid', issues: [{ path: 'name' }, { path: 'baseUrl' }] },
    });
  });
});
