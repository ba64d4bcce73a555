import { afterEach, describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { writeConnectionFile } from '#domain/installation/connection-file.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';

let core: TestCore;
afterEach(() => core.close());

const settings = (baseUrl: string): ConnectionSettings => ({
  ...blankConnection,
  name: baseUrl,
  baseUrl,
  authentication: { kind: 'none' },
});
const allowed = settings('https://a.example.com');
const other = settings('https://a.example.com.evil.test');
const file = '/etc/hookdesk/settings.json';
const onlyExample: Managed = {
  kind: 'set',
  file,
  settings: { allowedHosts: ['*.example.com'] },
  caPem: null,
};

function open(managed: Managed): TestCore['client'] {
  const ports = fakePorts();
  // Saved before the organisation set anything.
  ports.settings.saved = [{ ...other, id: 'old', practice: false }];
  core = createTestCore({ ...ports, managed });
  return core.client;
}
const notAllowed = {
  code: 'PROBLEM',
  data: { code: 'host-not-allowed', message: expect.stringContaining('evil.test') as string },
};
const unsaved = { connectionId: null, settings: other, secrets: {} };

describe('an address outside the allowed hosts', () => {
  it('is neither added, tested, detected, nor asked for its certificate', async () => {
    const { connections, detection } = open(onlyExample);
    await expect(connections.add({ settings: other, secrets: {} })).rejects.toMatchObject(
      notAllowed,
    );
    await expect(connections.test(unsaved)).rejects.toMatchObject(notAllowed);
    await expect(detection.detect(unsaved)).rejects.toMatchObject(notAllowed);
    await expect(connections.seeCertificate(unsaved)).rejects.toMatchObject(notAllowed);
    const added = await connections.add({ settings: allowed, secrets: {} });
    expect(await connections.list()).toMatchObject([{ id: 'old' }, { id: added.id }]);
  });

  it('does not replace an allowed one; other settings of a saved one can be changed', async () => {
    const { connections } = open(onlyExample);
    const { id } = await connections.add({ settings: allowed, secrets: {} });
    const change = { connectionId: id, secrets: {}, forget: [] };
    await expect(connections.change({ ...change, settings: other })).rejects.toMatchObject(
      notAllowed,
    );
    const noted = { ...other, notes: 'Ask for it.' };
    const changed = await connections.change({ ...change, connectionId: 'old', settings: noted });
    expect(changed.notes).toBe('Ask for it.');
  });

  it('is not imported, and the preview says why', async () => {
    const { connections } = open(onlyExample);
    const third = settings('https://b.evil.test');
    const text = writeConnectionFile([allowed, third]);
    expect(await connections.previewImport({ text })).toMatchObject([
      { proposal: 'add', issues: [] },
      { proposal: 'impossible', issues: [{ path: 'baseUrl' }] },
    ]);
    await expect(connections.import({ text, indices: [0, 1] })).rejects.toThrow(
      'cannot be imported',
    );
    expect(await connections.list()).toHaveLength(1);
  });

  it('is every address while the file is damaged', async () => {
    const { connections } = open({
      kind: 'refused',
      file,
      message: 'It is damaged.',
      advice: 'Ask.',
    });
    await expect(connections.add({ settings: allowed, secrets: {} })).rejects.toMatchObject({
      data: { code: 'host-not-allowed', message: 'It is damaged.' },
    });
  });
});
