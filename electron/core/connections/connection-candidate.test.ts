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

describe('a look at unsaved settings', () => {
  it('takes the kept secrets for the same origin', async () => {
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

  it('takes those that are given instead', async () => {
    const { access } = await candidate(fullSettings, { password: 'given' });
    expect(access).toMatchObject({ credentials: { password: 'given' } });
  });

  it.each(['https://evil.example', 'http://monitor.example.com/pem'])(
    'never takes a kept secret to %s',
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

  it("never takes a proxy's kept password to another proxy", async () => {
    const proxy = { kind: 'own', url: 'http://evil.example:3128', username: 'me' } as const;
    const { address } = await candidate({ ...fullSettings, proxy });
    expect(address.route?.proxy).toEqual({ ...proxy, password: null });
  });

  it('has an auth token, or says where to enter it', async () => {
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

  it('needs no one to be let in where only the way is looked at', async () => {
    const input = { connectionId: null, settings: withToken, secrets: {} };
    expect(await unsavedAddress(connections, input)).toMatchObject({ baseUrl: withToken.baseUrl });
  });

  it('saves and keeps nothing', async () => {
    const before = connections.list();
    await candidate({ ...fullSettings, name: 'x' }, { password: 'given' });
    expect(connections.list()).toEqual(before);
    expect(await connections.secrets.get(connectionId, 'password')).toBe('canary-password');
  });

  it('names all that is wrong with them', async () => {
    await expect(candidate({ ...fullSettings, name: '', baseUrl: '' })).rejects.toMatchObject({
      problem: { code: 'invalid', issues: [{ path: 'name' }, { path: 'baseUrl' }] },
    });
  });
});
