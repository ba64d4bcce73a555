import { beforeEach, describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { differingPractice } from '#domain/installation/practice.ts';
import { startPractice } from '../practice/practice.ts';
import { plainRoute } from '../ports.ts';
import { Connections } from './connections.ts';
import { enteredToken } from './connection-secrets.ts';
import { resolveCandidate } from './connection-candidate.ts';

const settings: ConnectionSettings = {
  ...blankConnection,
  name: 'acme-prod',
  baseUrl: 'https://monitor.example.com/pem',
  variant: 'A',
  apiRoot: '/api/v6',
};

let ports: ReturnType<typeof fakePorts>;
let connections: Connections;
beforeEach(() => {
  ports = fakePorts();
  connections = new Connections(ports);
});
const kept = (): string[] => [...ports.secrets.values.values()];

describe('adding', () => {
  it('saves the normalized settings, and the auth token apart from them', async () => {
    const view = await connections.add(
      { ...settings, baseUrl: ' https://a.example.com/ ' },
      { authToken: 't' },
    );
    expect(view).toEqual({
      ...settings,
      baseUrl: 'https://a.example.com',
      id: 'connection-1',
      practice: false,
      has: { authToken: true, password: false, proxyPassword: false, clientKey: false },
    });
    expect(kept()).toEqual(['t']);
    expect(JSON.stringify(ports.settings.saved)).not.toContain('"t"');
    expect(connections.list()).toEqual([view]);
  });

  it('names every invalid setting and saves nothing', async () => {
    const adding = connections.add({ ...settings, name: '', baseUrl: 'acme' }, { authToken: 't' });
    await expect(adding).rejects.toMatchObject({
      problem: { code: 'invalid', issues: [{ path: 'name' }, { path: 'baseUrl' }] },
    });
    expect(ports.settings.saved).toEqual([]);
    expect(kept()).toEqual([]);
  });

  it('stores no auth token for a connection that uses none', async () => {
    const view = await connections.add(
      { ...settings, authentication: { kind: 'none' } },
      { authToken: 't' },
    );
    expect(view.has.authToken).toBe(false);
    expect(kept()).toEqual([]);
  });

  it('leaves no auth token behind when the settings cannot be saved', async () => {
    ports.settings.failing = true;
    await expect(connections.add(settings, { authToken: 't' })).rejects.toMatchObject({
      problem: { code: 'storage-failed' },
    });
    expect(kept()).toEqual([]);
  });

  it('saves no connection when the keychain refuses its auth token', async () => {
    ports.secrets.failing = true;
    await expect(connections.add(settings, { authToken: 't' })).rejects.toMatchObject({
      problem: { code: 'vault-failed' },
    });
    expect(ports.settings.saved).toEqual([]);
  });
});

describe('changing', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await connections.add(settings, { authToken: 'old' }));
  });

  it('keeps the auth token when the origin stays', async () => {
    const moved = { ...settings, name: 'acme', baseUrl: 'https://monitor.example.com/elsewhere' };
    expect(await connections.change(id, moved, {})).toMatchObject({
      name: 'acme',
      has: { authToken: true },
    });
    expect(kept()).toEqual(['old']);
  });

  it.each([
    'https://monitor.example.org/pem',
    'http://monitor.example.com/pem',
    'https://monitor.example.com:8443/pem',
    'https://monitor.example.com.evil.example/pem',
  ])('deletes the auth token when the origin becomes that of %s', async (baseUrl) => {
    const view = await connections.change(id, { ...settings, baseUrl }, {});
    expect(view.has.authToken).toBe(false);
    expect(kept()).toEqual([]);
    await expect(enteredToken(connections.secrets, connections.find(id))).rejects.toMatchObject({
      problem: { code: 'unauthorized' },
    });
  });

  it('takes a new auth token with a new origin', async () => {
    const baseUrl = 'https://monitor.example.org';
    expect(
      await connections.change(id, { ...settings, baseUrl }, { authToken: 'new' }),
    ).toMatchObject({ baseUrl, has: { authToken: true } });
    expect(await enteredToken(connections.secrets, connections.find(id))).toBe('new');
  });

  it('never combines the token of one origin with another, even if saving fails', async () => {
    ports.settings.failing = true;
    const baseUrl = 'https://monitor.example.org';
    await expect(
      connections.change(id, { ...settings, baseUrl }, { authToken: 'new' }),
    ).rejects.toThrow();
    expect(ports.settings.saved).toMatchObject([{ baseUrl: settings.baseUrl }]);
    expect(kept()).not.toContain('new');
  });

  it('deletes the auth token of a connection that no longer uses one', async () => {
    await connections.change(id, { ...settings, authentication: { kind: 'none' } }, {});
    expect(kept()).toEqual([]);
    expect(await connections.target(id)).toMatchObject({ authToken: null });
  });

  it('refuses an unsaved connection', async () => {
    await expect(connections.change('other', settings, {})).rejects.toMatchObject({
      problem: { code: 'no-such-connection' },
    });
  });
});

it('deletes a connection and its auth token, and nothing else', async () => {
  const first = await connections.add(settings, { authToken: 'first' });
  const second = await connections.add({ ...settings, name: 'globex' }, { authToken: 'second' });
  await connections.remove(first.id);
  expect(connections.list()).toEqual([second]);
  expect(kept()).toEqual(['second']);
});

describe('the practice service', () => {
  it('has one connection for each variant, with a new address at each start', async () => {
    const [first] = await startPractice(ports, connections, ['A', 'A']);
    expect(first).toMatchObject({ practice: true, variant: 'A', has: { authToken: true } });
    await ports.practice.stop();
    const both = await startPractice(ports, connections, ['A', 'B']);
    expect(both).toHaveLength(2);
    expect(both[0]?.id).toBe(first?.id);
    expect(both[0]?.baseUrl).not.toBe(first?.baseUrl);
    expect(connections.list()).toEqual(both);
  });

  it('has three different connections beside one for each variant, and separates them', async () => {
    const [one] = await startPractice(ports, connections, ['B']);
    const three = await startPractice(ports, connections, differingPractice);
    expect(three.map(({ name, variant }) => `${name} ${variant}`)).toEqual([
      'Practice production B',
      'Practice standby B',
      'Practice old site A',
    ]);
    const [production] = three;
    const id = production?.id ?? '';
    await connections.change(id, { ...connections.find(id), name: 'Renamed' }, {});
    const again = await startPractice(ports, connections, ['B', ...differingPractice]);
    expect(again.map((each) => each.id)).toEqual([one, ...three].map((each) => each?.id));
    expect(again[1]?.name).toBe('Renamed');
    const places = await Promise.all(again.map((each) => connections.place(each.id)));
    expect(new Set(places.map(({ baseUrl }) => baseUrl)).size).toBe(4);
  });

  it('has its current address, whatever is saved, also in a preview and in a test', async () => {
    const [practice] = await startPractice(ports, connections, ['A']);
    await ports.practice.stop();
    const now = await ports.practice.start('A');
    const id = practice?.id ?? '';
    const place = { baseUrl: now.baseUrl, apiRoot: now.apiRoot, variant: 'A' };
    const proxy = { kind: 'none' };
    const address = { ...place, route: { ...plainRoute, proxy, practice: true } };
    const { authToken } = now;
    expect(await connections.place(id)).toEqual(place);
    expect(await connections.address(id)).toEqual(address);
    expect(await connections.target(id)).toEqual({ ...address, authToken });
    expect(
      await resolveCandidate(connections, { connectionId: id, settings, secrets: {} }),
    ).toEqual({
      address,
      access: { kind: 'auth-token', authToken },
    });
    expect(kept()).toEqual([]);
  });
});
