import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/settings.ts';
import { blankConnection, type Connection } from '#domain/installation/connection.ts';
import { openConfFile } from './conf-file.ts';
import { hasRightChecksum, withChecksum } from './read-checked-file.ts';
import { createSettingsStore, type OpenedSettingsStore } from './settings-store.ts';

let directory = '';
let path = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-settings-'));
  path = join(directory, 'settings.json');
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

const openStore = (): OpenedSettingsStore =>
  createSettingsStore({ directory, store: openConfFile });
const onDisk = (): unknown => JSON.parse(readFileSync(path, 'utf8'));
const previous = (): string => join(directory, 'settings.previous.json');

function replaceInFile(text: string | RegExp, by: string, file = path): void {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(text, by);
  expect(after).not.toBe(before);
  writeFileSync(file, after);
}

const acme: Connection = {
  ...blankConnection,
  id: 'c1',
  name: 'acme-prod',
  baseUrl: 'https://monitor.example.com',
  variant: 'B',
  apiRoot: '/api/v14',
  practice: false,
  trust: { kind: 'ca-file', fileName: 'own-ca.pem', pem: 'the certificate' },
  proxy: { kind: 'own', url: 'http://proxy.example.com:3128', username: '' },
};
const globex: Connection = { ...acme, id: 'c2', name: 'globex' };

function saved(...connections: Connection[]): void {
  const store = openStore();
  store.saveSettings({ ...defaultSettings, theme: 'dark' });
  store.saveConnections(connections);
}

describe('a settings file that Hookdesk did not write', () => {
  it.each([
    ['another base URL', '"https://monitor.example.com"', '"https://attacker.example"', 'baseUrl'],
    ['another proxy', 'proxy.example.com', 'qroxy.example.com', 'proxy'],
    ['another certificate', 'the certificate', 'an certificate', 'trust'],
    ['read-only turned off', '"readOnly": true', '"readOnly": false', 'readOnly'],
  ])('has %s told by name, once, and the copy stays beside it', (_, text, by, field) => {
    saved(
      { ...acme, readOnly: true },
      { ...globex, baseUrl: 'https://b', proxy: { kind: 'none' } },
    );
    const before = openStore().connections();
    replaceInFile(new RegExp(text.replaceAll(/[/.]/g, '\\$&').replace(': ', ':\\s*')), by);
    const store = openStore();
    expect(store.notice).toContain(`changed: ${field} of acme-prod.`);
    expect(store.notice).not.toContain('globex');
    expect(store.connections()[0]).not.toEqual(before[0]);
    expect(store.connections()[1]).toEqual(before[1]);
    expect(hasRightChecksum(onDisk())).toBe(true);
    expect(openStore().notice).toBeNull();

    const [aside = ''] = readdirSync(directory).filter((name) => name.includes('.set-aside-'));
    expect(store.notice).toContain(`rename ${aside} to settings.json`);
    renameSync(join(directory, aside), path);
    const again = openStore();
    expect(again.notice).toBeNull();
    expect(again.connections()).toEqual(before);
  });

  it('has added, removed and reordered parts told by name', () => {
    saved(acme, globex);
    const initech = { ...acme, id: 'c3', name: 'initech' };
    const write = (theme: string, ...connections: Connection[]): void => {
      const settings = { ...defaultSettings, theme };
      writeFileSync(path, JSON.stringify({ version: 1, connections, settings }));
    };
    write('light', initech, acme);
    const { notice } = openStore();
    expect(notice).toContain('changed: theme; added: initech; removed: globex.');
    saved(acme, globex);
    write('dark', globex, acme);
    const store = openStore();
    expect(store.notice).toContain('reordered: connections.');
    expect(store.connections()).toEqual([globex, acme]);
    expect(openStore().notice).toBeNull();
  });

  it.each([
    ['connections', 'connections'],
    ['proxy', 'proxy of acme-prod'],
    ['trust', 'trust of acme-prod'],
    ['theme', 'theme'],
    ['settings', 'settings'],
  ])('never takes a default for the renamed key %s: its copy is restored', (key, name) => {
    saved(acme);
    replaceInFile(`"${key}"`, `"${key.slice(0, -1)}~"`);
    const store = openStore();
    expect(store.notice).toContain('was damaged');
    expect(store.notice).toContain(name);
    expect(store.connections()).toEqual([acme]);
    expect(store.settings().theme).toBe('dark');
    expect(openStore().notice).toBeNull();
    expect(openStore().connections()).toEqual([acme]);
  });

  it('without a copy is read as far as possible, and names what took a default', () => {
    saved(acme, globex);
    rmSync(previous());
    replaceInFile('"proxy"', '"proxz"');
    replaceInFile('"dark"', '"dork"');
    const store = openStore();
    expect(store.notice).toContain('Not readable: theme, proxy of acme-prod.');
    expect(store.notice).toContain('There was no valid copy');
    expect(store.connections()).toEqual([{ ...acme, proxy: { kind: 'system' } }, globex]);
    expect(store.settings()).toEqual(defaultSettings);
    expect(openStore().notice).toBeNull();
  });

  it.each([
    ['a missing checksum', /"checksum":\s*"\w+",?/, ''],
    ['a wrong checksum', /"checksum":\s*"\w/, '"checksum":"x'],
    ['a renamed checksum', '"checksum"', '"checksun"'],
  ])('has %s told once', (_, text, by) => {
    // The checksum comes first, so that it can be removed with its comma.
    const content = { version: 1, connections: [acme], settings: defaultSettings };
    const first = JSON.stringify({ checksum: '', ...content, ...withChecksum(content) });
    writeFileSync(path, first);
    writeFileSync(previous(), first);
    expect(openStore().notice).toBeNull();
    writeFileSync(path, first.replace(text, by));
    const store = openStore();
    expect(store.notice).not.toBeNull();
    expect(store.connections()).toEqual([acme]);
    expect(openStore().notice).toBeNull();
  });

  it('without a copy to compare with has all that differs from the defaults told', () => {
    saved(acme);
    rmSync(previous());
    replaceInFile('monitor.example.com', 'attacker.example');
    const store = openStore();
    expect(store.notice).toContain('It has no valid copy.');
    expect(store.notice).toContain('changed: theme; added: acme-prod.');
    expect(openStore().notice).toBeNull();
  });

  it('may be indented and ordered otherwise without a word', () => {
    saved(acme);
    writeFileSync(path, JSON.stringify(onDisk()));
    expect(openStore().notice).toBeNull();
    expect(openStore().connections()).toEqual([acme]);
  });
});

it('a file with the right checksum takes defaults for missing keys without a word', () => {
  const { limits } = acme;
  const fewer = Object.fromEntries(
    Object.entries(acme).filter(([key]) => key !== 'proxy' && key !== 'limits'),
  );
  writeFileSync(
    path,
    JSON.stringify(withChecksum({ version: 1, connections: [fewer], settings: {} })),
  );
  const store = openStore();
  expect(store.notice).toBeNull();
  expect(store.connections()).toEqual([{ ...acme, proxy: { kind: 'system' }, limits }]);
  expect(store.settings()).toEqual(defaultSettings);
});

describe('a removed installation', () => {
  it.each<[string, (text: string) => string | null]>([
    ['cut off', (text) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['of zeros', (text) => '\0'.repeat(text.length)],
    ['missing', () => null],
    ['of another key', (text) => text.replace('"connections"', '"connectiont"')],
    ['of another checksum', (text) => text.replace('"checksum"', '"checksun"')],
  ])('does not come back when the file is %s', (_, damage) => {
    saved(acme, globex);
    openStore().saveConnections([acme]);
    const damaged = damage(readFileSync(path, 'utf8'));
    if (damaged === null) rmSync(path);
    else writeFileSync(path, damaged);
    const store = openStore();
    expect(store.notice).not.toBeNull();
    expect(store.connections()).toEqual([acme]);
  });

  it('does not come back from a copy of an older Hookdesk, after one start', () => {
    saved(acme, globex);
    const older = readFileSync(path, 'utf8');
    openStore().saveConnections([acme]);
    writeFileSync(previous(), older);
    expect(openStore().notice).toBeNull();
    writeFileSync(path, '{');
    expect(openStore().connections()).toEqual([acme]);
  });

  it('is in neither file when the host ends right after the removal', () => {
    saved(acme, globex);
    openStore().saveConnections([acme]);
    for (const file of [path, previous()]) {
      expect(readFileSync(file, 'utf8')).not.toContain('globex');
    }
  });
});
