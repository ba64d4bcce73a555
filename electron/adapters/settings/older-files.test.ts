import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { blankConnection, Connection } from '#domain/installation/connection.ts';
import { openConfFile } from './conf-file.ts';
import { hasRightChecksum } from './read-checked-file.ts';
import { openFileWithBackup } from './file-with-backup.ts';
import { createSettingsStore } from './settings-store.ts';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-settings-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

/** The store of a data folder with the settings file of an older Hookdesk. */
function opened(file: string) {
  copyFileSync(join(import.meta.dirname, 'testing', file), join(directory, 'settings.json'));
  return createSettingsStore({ directory, store: openConfFile });
}

const onDisk = (): unknown => JSON.parse(readFileSync(join(directory, 'settings.json'), 'utf8'));
const { trust, clientCertificate, proxy, limits, group, notes, payloadTypePlace } = blankConnection;
const unsaid = {
  trust,
  clientCertificate,
  proxy,
  limits,
  group,
  notes,
  payloadTypePlace,
  watchMinutes: null,
};

describe('the settings file of 0.1, without trust, proxy and sign-in of connections', () => {
  it('is read with the defaults of a new connection for missing fields', () => {
    const store = opened('settings-0.1.json');
    expect(store.notice).toBeNull();
    expect(store.connections()).toEqual([
      {
        id: '8d0f3f0e-7f4b-4f0c-8a2e-3f3f0f5c7a11',
        name: 'acme-prod',
        baseUrl: 'https://monitor.example.com/pem',
        variant: 'B',
        apiRoot: '/api/v14',
        authentication: { kind: 'auth-token' },
        environment: 'production',
        readOnly: true,
        practice: false,
        ...unsaid,
      },
      {
        id: '0b8c2f57-94f5-4f9d-9d1e-5b0a6f0d2c22',
        name: 'globex',
        baseUrl: 'http://10.0.0.7:8080',
        variant: 'A',
        apiRoot: '/api/v6',
        authentication: { kind: 'none' },
        environment: null,
        readOnly: false,
        practice: false,
        ...unsaid,
      },
      {
        id: '5e3d8f8a-0f60-4c8e-8a53-9d3b0c4e1b33',
        name: 'Practice 14.0',
        baseUrl: 'http://127.0.0.1:41234',
        variant: 'B',
        apiRoot: '/api/v14',
        authentication: { kind: 'auth-token' },
        environment: 'test',
        readOnly: false,
        practice: true,
        ...unsaid,
      },
    ]);
    expect(store.settings()).toMatchObject({ theme: 'dark', panes: [18, 40] });
  });

  it.each([
    ['HTTPS://Bücher.example:443/./pem/', 'https://xn--bcher-kva.example/pem'],
    ['https://moni\\ttor.example.com/pem', 'https://monitor.example.com/pem'],
  ])('is read with the base URL %s as it is used', (stored, used) => {
    const file = join(import.meta.dirname, 'testing', 'settings-0.1.json');
    const text = readFileSync(file, 'utf8').replace('https://monitor.example.com/pem', stored);
    writeFileSync(join(directory, 'settings.json'), text);
    const store = createSettingsStore({ directory, store: openConfFile });
    expect(store.connections()[0]?.baseUrl).toBe(used);
  });

  it('has its unreadable parts told by name, once', () => {
    const file = join(import.meta.dirname, 'testing', 'settings-0.1.json');
    const text = readFileSync(file, 'utf8')
      .replace('"theme": "dark"', '"thene": "dark"')
      .replace('"variant": "A"', '"variant": "F"');
    writeFileSync(join(directory, 'settings.json'), text);
    const store = createSettingsStore({ directory, store: openConfFile });
    expect(store.notice).toContain('Not readable: variant of globex, thene.');
    expect(store.connections().map(({ name }) => name)).toEqual(['acme-prod', 'Practice 14.0']);
    const again = createSettingsStore({ directory, store: openConfFile });
    expect(again.notice).toBeNull();
    expect(again.connections()).toEqual(store.connections());
  });

  it('gets a checksum at the first start, and stays the same after that', () => {
    const store = opened('settings-0.1.json');
    expect(hasRightChecksum(onDisk())).toBe(true);
    const before = store.connections();
    store.saveConnections(before);
    const again = createSettingsStore({ directory, store: openConfFile });
    expect(again.notice).toBeNull();
    expect(again.connections()).toEqual(before);
    expect(again.connections().map((each) => Connection.safeParse(each).success)).toEqual([
      true,
      true,
      true,
    ]);
    expect(readdirSync(directory)).toEqual([
      'settings.before-version-1.json',
      'settings.json',
      'settings.previous.json',
    ]);
  });
});

describe('a newer Hookdesk with another format', () => {
  const file = (version: number) =>
    openFileWithBackup({
      directory,
      name: 'settings',
      title: 'The settings file',
      version,
      store: openConfFile,
      empty: { text: '' },
      read: (value) => ({
        content: z.object({ text: z.string() }).parse(value),
        unread: [],
        unknown: [],
      }),
      write: ({ text }) => ({ text }),
      describeRestored: () => '',
    });

  it('stores a copy before its first change, and the older Hookdesk names it', () => {
    file(1).save({ text: 'old' });
    const before = readFileSync(join(directory, 'settings.json'));
    for (const text of ['new', 'newer']) file(2).save({ text });
    const copy = join(directory, 'settings.before-version-2.json');
    expect(readFileSync(copy).equals(before)).toBe(true);
    const older = file(1);
    expect(older.content()).toEqual({ text: '' });
    expect(older.notice).toMatch(
      /\(file version 2\).* The copy from before the update is settings\.before-version-2\.json\.$/,
    );
    renameSync(copy, join(directory, 'settings.json'));
    expect(file(1)).toMatchObject({ notice: null });
    expect(file(1).content()).toEqual({ text: 'old' });
  });
});
