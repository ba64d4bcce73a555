import { beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionView } from '#contract/connections.ts';
import type { ConnectionSettings } from '#domain/installation/connection.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { Connections } from './connections.ts';
import { credentialsOf, enteredToken } from './connection-secrets.ts';
import { fullSecrets, fullSettings, keyPem } from '#test-support/connection-fixture.ts';

let ports: ReturnType<typeof fakePorts>;
let connections: Connections;
let view: ConnectionView;
beforeEach(async () => {
  ports = fakePorts();
  connections = new Connections(ports);
  view = await connections.add(fullSettings, { ...fullSecrets, authToken: 'not used' });
});
/** The secrets in the vault, by the last part of their name. */
const kept = (id = view.id): Record<string, string> =>
  Object.fromEntries(
    [...ports.secrets.values]
      .filter(([name]) => name.startsWith(`connection/${id}/`))
      .map(([name, secret]) => [name.slice(`connection/${id}/`.length), secret]),
  );
const all = {
  password: 'canary-password',
  'proxy-password': 'canary-proxy',
  'client-key': keyPem,
};

it('stores only the used secrets, apart from the settings', () => {
  expect(kept()).toEqual(all);
  expect(view.has).toEqual({
    authToken: false,
    password: true,
    proxyPassword: true,
    clientKey: true,
  });
  expect(JSON.stringify([view, ports.settings.saved])).not.toContain('canary');
});

it('adds secrets to the route of every request, and the password to the credentials', async () => {
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

it('does not read secrets when nothing is sent', async () => {
  ports.secrets.failing = true;
  expect(connections.list()).toEqual([view]);
  expect(await connections.place(view.id)).toMatchObject({ apiRoot: '/api/v14' });
  await expect(connections.target(view.id)).rejects.toMatchObject({
    problem: { code: 'vault-failed' },
  });
});

describe('a change of the settings', () => {
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
  ])('keeps the secrets that do not depend on the value of %s', async (_, change, names) => {
    const changed = await connections.change(view.id, { ...fullSettings, ...change }, {});
    expect(Object.keys(kept())).toEqual(names);
    expect(Object.values(changed.has).filter(Boolean)).toHaveLength(names.length);
  });

  it('replaces a secret with a new one, and ignores an empty one', async () => {
    await connections.change(view.id, fullSettings, { password: 'newer', proxyPassword: null });
    expect(kept()).toEqual({ ...all, password: 'newer' });
  });

  it('deletes one secret', async () => {
    const changed = await connections.change(view.id, fullSettings, {}, ['password']);
    expect(changed.has).toMatchObject({ password: false, proxyPassword: true });
    expect(kept()).not.toHaveProperty('password');
    await expect(
      credentialsOf(connections.secrets, connections.find(view.id)),
    ).rejects.toMatchObject({ problem: { code: 'unauthorized' } });
  });

  it('neither deletes nor stores a secret when the new settings are invalid', async () => {
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

  it('never combines the secret of one origin with another, also when changes overlap', async () => {
    const moved = (host: string) => ({ ...fullSettings, baseUrl: `https://${host}` });
    const hosts = ['a.example.com', 'b.example.com', 'c.example.com', 'd.example.com'];
    // The vault is slow with the first one.
    const vault = ports.secrets;
    const write = vault.set.bind(vault);
    vault.set = async (name, secret) => {
      if (secret.endsWith('for a.example.com'))
        await new Promise((resolve) => setImmediate(resolve));
      await write(name, secret);
    };
    await Promise.all(
      hosts.map((host) => connections.change(view.id, moved(host), { password: `for ${host}` })),
    );
    const { baseUrl } = connections.find(view.id);
    expect(kept().password).toBe(`for ${new URL(baseUrl).host}`);
  });

  it('aborts an earlier request, which would get later secrets', async () => {
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

it('reports a client certificate without its key before it sends anything', async () => {
  const { id } = await connections.add({ ...fullSettings, name: 'x' }, {});
  await expect(connections.target(id)).rejects.toMatchObject({
    problem: { code: 'client-certificate' },
  });
});

it('names the connection that lacks its auth token or password', async () => {
  const authentication = { kind: 'auth-token' } as const;
  const { id } = await connections.add({ ...fullSettings, authentication }, {});
  await expect(enteredToken(connections.secrets, connections.find(id))).rejects.toThrow(
    'No auth token is saved for acme-prod.',
  );
});

describe('a copy of a connection', () => {
  it('has no secrets by default', async () => {
    const copy = await connections.duplicate(view.id, false);
    expect(copy).toMatchObject({ name: 'acme-prod copy', has: { password: false } });
    expect(kept(copy.id)).toEqual({});
  });

  it('has the same secrets on request', async () => {
    const copy = await connections.duplicate(view.id, true);
    expect(copy.has).toEqual(view.has);
    expect(kept(copy.id)).toEqual(all);
    await connections.remove(view.id);
    expect(kept()).toEqual({});
    expect(kept(copy.id)).toEqual(all);
  });

  it('leaves no secrets behind when it cannot be saved', async () => {
    ports.settings.failing = true;
    await expect(connections.duplicate(view.id, true)).rejects.toMatchObject({
      problem: { code: 'storage-failed' },
    });
    expect(ports.secrets.secrets.size).toBe(3);
  });
});
