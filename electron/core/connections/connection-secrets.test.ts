import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionView } from '#contract/connections.ts';
import type { ConnectionSettings } from '#domain/installation/connection.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { Connections } from './connections.ts';
import { credentialsOf, pastedToken } from './credentials.ts';
import { fullSecrets, fullSettings, keyPem } from '#test-support/connection-fixture.ts';

let ports: ReturnType<typeof fakePorts>;
let connections: Connections;
let view: ConnectionView;
beforeEach(async () => {
  ports = fakePorts();
  connections = new Connections(ports);
  view = await connections.add(fullSettings, { ...fullSecrets, authToken: 'not used' });
});
/** What is in the vault, by the last part of its name. */
const kept = (id = view.id): Record<string, string> =>
  Object.fromEntries(
    [...ports.secrets.secrets]
      .filter(([name]) => name.startsWith(`connection/${id}/`))
      .map(([name, secret]) => [name.slice(`connection/${id}/`.length), secret]),
  );
const all = {
  password: 'canary-password',
  'proxy-password': 'canary-proxy',
  'client-key': keyPem,
};

it('are kept apart from the settings, those that are used and no other', () => {
  expect(kept()).toEqual(all);
  expect(view.has).toEqual({
    authToken: false,
    password: true,
    proxyPassword: true,
    clientKey: true,
  });
  expect(JSON.stringify([view, ports.settings.saved])).not.toContain('canary');
});

it('go along with every request as its route, and the password with signing in', async () => {
  expect(await connections.target(view.id)).toEqual({
    baseUrl: 'https://monitor.example.com/pem',
    apiRoot: '/api/v14',
    variant: 'B',
    authToken: null,
    route: {
      trust: fullSettings.trust,
      clientCertificate: { pem: fullSettings.clientCertificate?.pem, key: keyPem },
      proxy: { ...fullSettings.proxy, password: 'canary-proxy' },
      limits: fullSettings.limits,
    },
  });
  expect(await credentialsOf(connections.secrets, connections.find(view.id))).toEqual({
    username: 'ops',
    password: 'canary-password',
  });
});

it('are not read where nothing is sent', async () => {
  ports.secrets.failing = true;
  expect(connections.list()).toEqual([view]);
  expect(await connections.place(view.id)).toMatchObject({ apiRoot: '/api/v14' });
  await expect(connections.target(view.id)).rejects.toMatchObject({
    problem: { code: 'vault-failed' },
  });
});

describe('when settings change', () => {
  it.each<[string, Partial<ConnectionSettings>, string[]]>([
    ['name and path', { name: 'x', baseUrl: 'https://monitor.example.com' }, Object.keys(all)],
    ['the origin', { baseUrl: 'https://monitor.example.org/pem' }, ['proxy-password']],
    ['the scheme', { baseUrl: 'http://monitor.example.com/pem' }, ['proxy-password']],
    [
      'the user',
      { authentication: { kind: 'sign-in', username: 'admin' } },
      ['proxy-password', 'client-key'],
    ],
    ['the way in', { authentication: { kind: 'none' } }, ['proxy-password', 'client-key']],
    ['the proxy', { proxy: { kind: 'system' } }, ['password', 'client-key']],
    [
      "the proxy's host",
      { proxy: { kind: 'own', url: 'http://evil.example:3128', username: 'me' } },
      ['password', 'client-key'],
    ],
    ['the certificate', { clientCertificate: null }, ['password', 'proxy-password']],
  ])('those stay that still belong to it: with another of %s', async (_, change, names) => {
    const changed = await connections.change(view.id, { ...fullSettings, ...change }, {});
    expect(Object.keys(kept())).toEqual(names);
    expect(Object.values(changed.has).filter(Boolean)).toHaveLength(names.length);
  });

  it('a new one takes the place of the old, an empty word changes nothing', async () => {
    await connections.change(view.id, fullSettings, { password: 'newer', proxyPassword: null });
    expect(kept()).toEqual({ ...all, password: 'newer' });
  });

  it('one can be forgotten', async () => {
    const changed = await connections.change(view.id, fullSettings, {}, ['password']);
    expect(changed.has).toMatchObject({ password: false, proxyPassword: true });
    expect(kept()).not.toHaveProperty('password');
    await expect(
      credentialsOf(connections.secrets, connections.find(view.id)),
    ).rejects.toMatchObject({ problem: { code: 'unauthorized' } });
  });

  it('nothing is forgotten or kept when the new settings are wrong', async () => {
    const wrong = { ...fullSettings, baseUrl: 'monitor' };
    await expect(
      connections.change(view.id, wrong, { password: 'newer' }, ['clientKey']),
    ).rejects.toMatchObject({ problem: { code: 'invalid' } });
    const lockedKey = { clientKey: '-----BEGIN ENCRYPTED PRIVATE KEY-----' };
    await expect(connections.change(view.id, fullSettings, lockedKey)).rejects.toMatchObject({
      problem: { code: 'invalid', issues: [{ path: 'clientKey' }] },
    });
    await expect(
      connections.change(view.id, fullSettings, { authToken: 'two\nlines' }),
    ).rejects.toMatchObject({ problem: { code: 'invalid', issues: [{ path: 'authToken' }] } });
    expect(kept()).toEqual(all);
  });

  it('none of one origin is ever with another, though changes overlap', async () => {
    const moved = (host: string) => ({ ...fullSettings, baseUrl: `https://${host}` });
    const hosts = ['a.example.com', 'b.example.com', 'c.example.com', 'd.example.com'];
    // The vault takes its time with the first one.
    const vault = ports.secrets;
    const write = vault.set.bind(vault);
    vault.set = async (name, secret) => {
      if (secret === 'for a.example.com') await new Promise((resolve) => setImmediate(resolve));
      await write(name, secret);
    };
    await Promise.all(
      hosts.map((host) => connections.change(view.id, moved(host), { password: `for ${host}` })),
    );
    const { baseUrl } = connections.find(view.id);
    expect(kept().password).toBe(`for ${new URL(baseUrl).host}`);
  });

  it('a request that was begun before gets none that came after', async () => {
    const vault = ports.secrets;
    const read = vault.get.bind(vault);
    const changed = Promise.withResolvers<undefined>();
    vault.get = async (name) => {
      await changed.promise;
      return read(name);
    };
    const begun = connections.target(view.id);
    const moved = { ...fullSettings, baseUrl: 'https://elsewhere.example' };
    await connections.change(view.id, moved, { clientKey: keyPem });
    changed.resolve(undefined);
    await expect(begun).rejects.toMatchObject({ problem: { code: 'aborted' } });
  });
});

it('a client certificate without its key is told of, before anything is sent', async () => {
  const { id } = await connections.add({ ...fullSettings, name: 'x' }, {});
  await expect(connections.target(id)).rejects.toMatchObject({
    problem: { code: 'client-certificate' },
  });
});

it('a connection without its auth token or password says which', async () => {
  const authentication = { kind: 'auth-token' } as const;
  const { id } = await connections.add({ ...fullSettings, authentication }, {});
  await expect(pastedToken(connections.secrets, connections.find(id))).rejects.toThrow(
    'No auth token is saved for acme-prod.',
  );
});

describe('of a copy', () => {
  it('are none', async () => {
    const copy = await connections.duplicate(view.id, false);
    expect(copy).toMatchObject({ name: 'acme-prod copy', has: { password: false } });
    expect(kept(copy.id)).toEqual({});
  });

  it('are the same if a person says so', async () => {
    const copy = await connections.duplicate(view.id, true);
    expect(copy.has).toEqual(view.has);
    expect(kept(copy.id)).toEqual(all);
    await connections.remove(view.id);
    expect(kept()).toEqual({});
    expect(kept(copy.id)).toEqual(all);
  });

  it('are left nowhere when the copy cannot be saved', async () => {
    ports.settings.failing = true;
    await expect(connections.duplicate(view.id, true)).rejects.toMatchObject({
      problem: { code: 'storage-failed' },
    });
    expect(ports.secrets.secrets.size).toBe(3);
  });
});
