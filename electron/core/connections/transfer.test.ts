import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsOf } from '#domain/installation/connection.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import { type FakePorts, fakePorts } from '#test-support/ports.fake.ts';
import { startPractice } from '../practice/practice.ts';
import { Connections } from './connections.ts';
import { previewConnectionRemoval } from '../connection-lifecycle.ts';
import { fullSecrets, fullSettings } from '#test-support/connection-fixture.ts';
import { exportConnections, importConnections, previewImport } from './transfer.ts';

let ports: FakePorts;
let core: TestCore;
let connections: Connections;
afterEach(() => core.close());
beforeEach(() => {
  ports = fakePorts();
  core = createTestCore(ports);
  ({ connections } = core);
});
const ids = (): string[] => connections.list().map(({ id }) => id);
const names = (): string[] => connections.list().map(({ name }) => name);
async function addNamed(...all: string[]): Promise<void> {
  for (const name of all) await connections.add({ ...fullSettings, name }, fullSecrets);
}

describe('a file of installations', () => {
  it('holds the chosen ones in their order, without secrets and without practice', async () => {
    await addNamed('a', 'b', 'c');
    const [practice] = await startPractice(ports, connections, ['A']);
    const [a = '', , c = ''] = ids();
    const { text, fileName } = exportConnections(connections, [c, practice?.id ?? '', a, c]);
    expect(fileName).toBe('hookdesk-connections.json');
    expect(text).not.toContain('canary');
    expect(text).not.toContain('PRIVATE KEY');
    const other = new Connections(fakePorts());
    importConnections(other, text, [0, 1]);
    expect(other.list().map(settingsOf)).toEqual(
      ['a', 'c'].map((name) => ({ ...fullSettings, name })),
    );
    expect(
      exportConnections(
        other,
        other.list().map(({ id }) => id),
      ).text,
    ).toBe(text);
  });

  it('cannot contain an unsaved installation', () => {
    expect(() => exportConnections(connections, ['x'])).toThrow('no longer saved');
  });

  it('is checked before anything is saved', async () => {
    await addNamed('a', 'b');
    const { text } = exportConnections(connections, ids());
    await connections.remove(ids()[0] ?? '');
    expect(previewImport(connections, text)).toMatchObject([
      { index: 0, proposal: 'add' },
      { index: 1, proposal: 'skip' },
    ]);
    expect(names()).toEqual(['b']);
    const added = importConnections(connections, text, [0, 0]);
    expect(added).toMatchObject([{ name: 'a', has: { password: false, clientKey: false } }]);
    expect(names()).toEqual(['b', 'a']);
    importConnections(connections, text, [1]);
    expect(names()).toEqual(['b', 'a', 'b']);
    expect(new Set(ids()).size).toBe(3);
  });

  it('may begin with the byte order mark that some editors write', async () => {
    await addNamed('a');
    const { text } = exportConnections(connections, ids());
    const other = new Connections(fakePorts());
    expect(previewImport(other, `\ufeff${text}`)).toMatchObject([{ index: 0, proposal: 'add' }]);
    importConnections(other, `\ufeff${text}`, [0]);
    expect(other.list().map(settingsOf)).toEqual([{ ...fullSettings, name: 'a' }]);
  });

  it('is imported as chosen, or not at all', () => {
    const good = settingsOf(fullSettings);
    const text = JSON.stringify({
      format: 'hookdesk-connections',
      version: 1,
      connections: [good, { ...good, baseUrl: 'x' }, 7],
    });
    for (const indices of [
      [0, 1],
      [0, 2],
      [0, 3],
    ]) {
      expect(() => importConnections(connections, text, indices)).toThrow('cannot be imported');
    }
    expect(names()).toEqual([]);
    expect(() => importConnections(connections, '{}', [0])).toThrow('cannot be imported');
    ports.settings.failing = true;
    expect(() => importConnections(connections, text, [0])).toThrow('The disk is full.');
  });
});

describe('the order', () => {
  it('changes for the named installations, and is stored', async () => {
    await addNamed('a', 'b', 'c', 'd');
    const [a = '', b = '', , d = ''] = ids();
    expect(connections.reorder([d, a]).map(({ name }) => name)).toEqual(['d', 'b', 'c', 'a']);
    expect(new Connections(ports).list().map(({ name }) => name)).toEqual(['d', 'b', 'c', 'a']);
    await connections.duplicate(b, false);
    expect(names()).toEqual(['d', 'b', 'b copy', 'c', 'a']);
  });

  it('is refused with an unknown installation, and stays as it was', async () => {
    await addNamed('a', 'b');
    const [a = '', b = ''] = ids();
    expect(() => connections.reorder([b, 'gone', a])).toThrow('no longer saved');
    expect(names()).toEqual(['a', 'b']);
  });
});

describe('the data deleted with a connection', () => {
  it('are listed', async () => {
    await addNamed('a');
    const connectionId = ids()[0] ?? '';
    const token = { name: 'Region', meaning: '', sample: 'EMEA' };
    const edits = { HIGH: { AlertName: 'Disk full' } };
    ports.templates.save({
      installations: [{ connectionId, ownTokens: [token], rules: 'plain' }],
      samples: [
        { connectionId, webhookId: 7, edits },
        { connectionId, webhookId: 8, edits },
        { connectionId: 'another', webhookId: 7, edits },
      ],
    });
    const { id } = await connections.add({ ...fullSettings, notes: 'Call Jo.' }, { password: 'x' });
    expect(previewConnectionRemoval(core, connectionId)).toEqual({
      name: 'a',
      keptInVault: ['password', 'proxyPassword', 'clientKey'],
      certificates: 1,
      notes: false,
      samples: 2,
      ownTokens: 1,
      runningPlans: [],
      isPublishing: false,
      openEntries: 0,
      bundleValues: false,
    });
    expect(previewConnectionRemoval(core, id)).toMatchObject({
      keptInVault: ['password'],
      notes: true,
    });
  });

  it('include no secret of a practice installation, which has no copy', async () => {
    const [practice] = await startPractice(ports, connections, ['B']);
    const id = practice?.id ?? '';
    expect(previewConnectionRemoval(core, id)).toMatchObject({
      keptInVault: [],
      certificates: 0,
    });
    await expect(connections.duplicate(id, true)).rejects.toMatchObject({
      problem: { code: 'refused' },
    });
  });
});
