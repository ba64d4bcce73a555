import { beforeEach, describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { portsDouble } from '../ports.double.ts';
import { startPractice } from '../practice/practice.ts';
import { Connections } from './connections.ts';

const settings: ConnectionSettings = {
  ...blankConnection,
  name: 'acme-prod',
  baseUrl: 'https://monitor.example.com/pem',
  variant: 'A',
  apiRoot: '/api/v6',
};

let ports: ReturnType<typeof portsDouble>;
let connections: Connections;
beforeEach(() => {
  ports = portsDouble();
  connections = new Connections(ports);
});
const kept = (): string[] => [...ports.secrets.secrets.values()];

describe('adding', () => {
  it('saves the tidy settings, and the auth token apart from them', async () => {
    const view = await connections.add({ ...settings, baseUrl: ' https://a.example.com/ ' }, 't');
    expect(view).toEqual({
      ...settings,
      baseUrl: 'https://a.example.com',
      id: 'connection-1',
      practice: false,
      hasAuthToken: true,
    });
    expect(kept()).toEqual(['t']);
    expect(JSON.stringify(ports.settings.saved)).not.toContain('"t"');
    expect(await connections.list()).toEqual([view]);
  });

  it('names every setting that is wrong and saves nothing', async () => {
    const adding = connections.add({ ...settings, name: '', baseUrl: 'acme' }, 't');
    await expect(adding).rejects.toMatchObject({
      problem: { code: 'invalid', issues: [{ path: 'name' }, { path: 'baseUrl' }] },
    });
    expect(ports.settings.saved).toEqual([]);
    expect(kept()).toEqual([]);
  });

  it('keeps no auth token for a connection that uses none', async () => {
    const view = await connections.add({ ...settings, authentication: { kind: 'none' } }, 't');
    expect(view.hasAuthToken).toBe(false);
    expect(kept()).toEqual([]);
  });

  it('leaves no auth token behind when the settings cannot be saved', async () => {
    ports.settings.failing = true;
    await expect(connections.add(settings, 't')).rejects.toMatchObject({
      problem: { code: 'storage-failed' },
    });
    expect(kept()).toEqual([]);
  });

  it('saves no connection when the keychain does not take its auth token', async () => {
    ports.secrets.failing = true;
    await expect(connections.add(settings, 't')).rejects.toMatchObject({
      problem: { code: 'vault-failed' },
    });
    expect(ports.settings.saved).toEqual([]);
  });
});

describe('changing', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await connections.add(settings, 'old'));
  });

  it('keeps the auth token where the origin stays', async () => {
    const moved = { ...settings, name: 'acme', baseUrl: 'https://monitor.example.com/elsewhere' };
    expect(await connections.change(id, moved, null)).toMatchObject({
      name: 'acme',
      hasAuthToken: true,
    });
    expect(kept()).toEqual(['old']);
  });

  it.each([
    'https://monitor.example.org/pem',
    'http://monitor.example.com/pem',
    'https://monitor.example.com:8443/pem',
    'https://monitor.example.com.evil.example/pem',
  ])('drops the auth token when the origin becomes that of %s', async (baseUrl) => {
    const view = await connections.change(id, { ...settings, baseUrl }, null);
    expect(view.hasAuthToken).toBe(false);
    expect(kept()).toEqual([]);
    await expect(connections.target(id)).rejects.toMatchObject({
      problem: { code: 'unauthorized' },
    });
  });

  it('takes a new auth token along with a new origin', async () => {
    const baseUrl = 'https://monitor.example.org';
    expect(await connections.change(id, { ...settings, baseUrl }, 'new')).toMatchObject({
      hasAuthToken: true,
    });
    expect(await connections.target(id)).toMatchObject({ baseUrl, authToken: 'new' });
  });

  it('never has the token of one origin beside another, though saving fails', async () => {
    ports.settings.failing = true;
    const baseUrl = 'https://monitor.example.org';
    await expect(connections.change(id, { ...settings, baseUrl }, 'new')).rejects.toThrow();
    expect(ports.settings.saved).toMatchObject([{ baseUrl: settings.baseUrl }]);
    expect(kept()).not.toContain('new');
  });

  it('drops the auth token of a connection that uses none any more', async () => {
    await connections.change(id, { ...settings, authentication: { kind: 'none' } }, null);
    expect(kept()).toEqual([]);
    expect(await connections.target(id)).toMatchObject({ authToken: null });
  });

  it('of what is not saved is refused', async () => {
    await expect(connections.change('other', settings, null)).rejects.toMatchObject({
      problem: { code: 'no-such-connection' },
    });
  });
});

it('removes a connection and its auth token, and nothing else', async () => {
  const first = await connections.add(settings, 'first');
  const second = await connections.add({ ...settings, name: 'globex' }, 'second');
  await connections.remove(first.id);
  expect(await connections.list()).toEqual([second]);
  expect(kept()).toEqual(['second']);
});

describe('looking for auth tokens', () => {
  it('asks the keychain once for each connection', async () => {
    await connections.add(settings, 't');
    const later = new Connections(ports);
    expect((await later.list())[0]?.hasAuthToken).toBe(true);
    ports.secrets.failing = true;
    expect((await later.list())[0]?.hasAuthToken).toBe(true);
  });

  it('leaves the list usable while the keychain does not answer, and asks again', async () => {
    const { id } = await connections.add(settings, null);
    const later = new Connections(ports);
    ports.secrets.failing = true;
    expect(await later.list()).toMatchObject([{ id, hasAuthToken: true }]);
    await expect(later.target(id)).rejects.toMatchObject({ problem: { code: 'vault-failed' } });
    ports.secrets.failing = false;
    expect(await later.list()).toMatchObject([{ id, hasAuthToken: false }]);
  });
});

describe('the target of a test', () => {
  it('takes the kept auth token for the same origin', async () => {
    const { id } = await connections.add(settings, 'kept');
    const changed = { ...settings, apiRoot: '/api/v7', baseUrl: 'https://monitor.example.com' };
    expect(await connections.targetOf(id, changed, null)).toEqual({
      baseUrl: 'https://monitor.example.com',
      apiRoot: '/api/v7',
      variant: 'A',
      authToken: 'kept',
    });
  });

  it('never takes the kept auth token to another origin', async () => {
    const { id } = await connections.add(settings, 'kept');
    for (const baseUrl of ['https://evil.example', 'http://monitor.example.com/pem']) {
      const testing = connections.targetOf(id, { ...settings, baseUrl }, null);
      await expect(testing).rejects.toMatchObject({
        problem: { code: 'invalid', issues: [{ path: 'authToken' }] },
      });
    }
  });

  it('takes the auth token that is given, or none where none is used', async () => {
    const { id } = await connections.add(settings, 'kept');
    expect(await connections.targetOf(id, settings, 'given')).toMatchObject({ authToken: 'given' });
    const open = { ...settings, authentication: { kind: 'none' as const } };
    expect(await connections.targetOf(id, open, 'given')).toMatchObject({ authToken: null });
    await expect(connections.targetOf(null, settings, null)).rejects.toMatchObject({
      problem: { code: 'invalid' },
    });
  });
});

describe('the practice service', () => {
  it('has one connection for each variant, with an address of its own at each start', async () => {
    const [first] = await startPractice(ports, connections, ['A', 'A']);
    expect(first).toMatchObject({ practice: true, variant: 'A', hasAuthToken: true });
    await ports.practice.stop();
    const both = await startPractice(ports, connections, ['A', 'B']);
    expect(both).toHaveLength(2);
    expect(both[0]?.id).toBe(first?.id);
    expect(both[0]?.baseUrl).not.toBe(first?.baseUrl);
    expect(await connections.list()).toEqual(both);
  });

  it('is where it runs now, whatever is saved, also in a preview and in a test', async () => {
    const [practice] = await startPractice(ports, connections, ['A']);
    await ports.practice.stop();
    const now = await ports.practice.start('A');
    const id = practice?.id ?? '';
    const target = { ...now, variant: 'A' };
    expect(await connections.target(id)).toEqual(target);
    expect(await connections.targetOf(id, settings, null)).toEqual(target);
    expect(await connections.address(id)).toEqual({
      baseUrl: now.baseUrl,
      apiRoot: now.apiRoot,
      variant: 'A',
    });
    expect(kept()).toEqual([]);
  });
});
