import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/settings.ts';
import { blankConnection, type Connection } from '#domain/installation/connection.ts';
import { ProblemError } from '#domain/problem.ts';
import { openConfFile } from './conf-file.ts';
import { createSettingsStore, type OpenedSettingsStore } from './settings-store.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), 'hookdesk-settings-')), 'data');
  path = join(directory, 'settings.json');
});
afterEach(() => {
  rmSync(join(directory, '..'), { recursive: true });
});

const openStore = (): OpenedSettingsStore =>
  createSettingsStore({ directory, store: openConfFile });
const onDisk = (): unknown => JSON.parse(readFileSync(path, 'utf8'));
function put(content: unknown): void {
  mkdirSync(directory, { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
}
const acme: Connection = {
  ...blankConnection,
  id: 'c1',
  name: 'acme-prod',
  baseUrl: 'https://monitor.example.com',
  variant: 'B',
  apiRoot: '/api/v14',
  practice: false,
};

describe('the settings file', () => {
  it('begins with defaults, and is written at once', () => {
    const store = openStore();
    expect(store.settings()).toEqual(defaultSettings);
    expect(store.connections()).toEqual([]);
    expect(store.notice).toBeNull();
    expect(readdirSync(directory)).toEqual(['settings.json']);
    expect(onDisk()).toMatchObject({ version: 1, connections: [] });
  });

  it('holds what was saved at the next start, for its owner alone', () => {
    const store = openStore();
    store.saveConnections([acme]);
    store.saveSettings({ theme: 'dark', panes: [20, 30], lastConnectionId: 'c1', journalDays: 90 });
    expect(store.connections()).toEqual([acme]);
    const again = openStore();
    expect(again.connections()).toEqual([acme]);
    expect(again.settings()).toEqual({
      theme: 'dark',
      panes: [20, 30],
      lastConnectionId: 'c1',
      journalDays: 90,
    });
    expect(readdirSync(directory)).toEqual(['settings.json', 'settings.previous.json']);
    for (const name of readdirSync(directory)) {
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('closes a file that others could read', () => {
    put({ connections: [], settings: defaultSettings });
    chmodSync(path, 0o644);
    openStore().saveSettings(defaultSettings);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('keeps the fields of a newer Hookdesk', () => {
    put({
      connections: [
        { ...acme, colour: 'red' },
        { ...acme, id: 'c2', newer: 1 },
      ],
      settings: { theme: 'light', density: 'roomy' },
      future: { a: 1 },
    });
    const store = openStore();
    expect(store.notice).toBeNull();
    expect(store.connections()).toEqual([acme, { ...acme, id: 'c2' }]);
    expect(store.settings()).toEqual({ ...defaultSettings, theme: 'light' });
    store.saveConnections([{ ...acme, name: 'renamed' }]);
    store.saveSettings(defaultSettings);
    expect(onDisk()).toEqual({
      version: 1,
      connections: [{ ...acme, name: 'renamed', colour: 'red' }],
      settings: { ...defaultSettings, density: 'roomy' },
      future: { a: 1 },
    });
  });

  it.each([
    ['cut off', '{"connections":[{"id":"c1"'],
    ['empty', ''],
    ['not an object', '[1,2]'],
    ['null', 'null'],
    ['of another shape', { connections: {}, settings: 7 }],
  ])('is set aside and never wiped when it is %s', (_, content) => {
    put(content);
    const original = readFileSync(path, 'utf8');
    const store = openStore();
    expect(store.settings()).toEqual(defaultSettings);
    expect(store.connections()).toEqual([]);
    const files = ['settings.json', 'settings.previous.json'];
    const [aside, ...others] = readdirSync(directory).filter((name) => !files.includes(name));
    expect(others).toEqual([]);
    expect(aside).toMatch(/^settings\.damaged-\d{4}-\d\d-\d\dT/);
    expect(readFileSync(join(directory, String(aside)), 'utf8')).toBe(original);
    expect(store.notice).toContain(String(aside));
    expect(openStore().notice).toBeNull();
  });

  it('gives what can be read of a damaged one', () => {
    put({ connections: [acme, { id: 'c2' }], settings: { theme: 'sepia' } });
    const store = openStore();
    expect(store.connections()).toEqual([acme]);
    expect(store.settings()).toEqual(defaultSettings);
    expect(store.notice).toContain('taken over: 1.');
    expect(openStore().connections()).toEqual([acme]);
  });

  it('does not change with what it was given or has given', () => {
    const store = openStore();
    const given = { ...acme };
    store.saveConnections([given]);
    given.name = 'changed afterwards';
    expect(store.connections()[0]?.name).toBe('acme-prod');
  });

  it('says so when it cannot be written, and keeps what it held', () => {
    const store = openStore();
    store.saveConnections([acme]);
    rmSync(directory, { recursive: true });
    writeFileSync(directory, 'a file in the place of the folder');
    const failed = (): void => {
      store.saveConnections([]);
    };
    expect(failed).toThrow(ProblemError);
    expect(failed).toThrow(/cannot be used/);
    expect(store.connections()).toEqual([acme]);
    rmSync(directory);
    mkdirSync(directory);
  });
});
