import { spawn } from 'node:child_process';
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
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { defaultSettings, type Settings } from '#contract/settings.ts';
import { blankConnection, type Connection } from '#domain/installation/connection.ts';
import { ProblemError } from '#domain/problem.ts';
import { openConfFile } from './conf-file.ts';
import { withChecksum } from './read-checked-file.ts';
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
  it('starts with defaults, and is written at once', () => {
    const store = openStore();
    expect(store.settings()).toEqual(defaultSettings);
    expect(store.connections()).toEqual([]);
    expect(store.notice).toBeNull();
    expect(readdirSync(directory)).toEqual(['settings.json', 'settings.previous.json']);
    expect(onDisk()).toMatchObject({ version: 1, connections: [] });
  });

  it('has the saved content at the next start, for its owner only', () => {
    const store = openStore();
    store.saveConnections([acme]);
    const settings: Settings = {
      ...defaultSettings,
      theme: 'dark',
      panes: [20, 30],
      listColumns: [{ name: 'url', shown: false, width: 240 }],
      listDensity: 'compact',
      lastConnectionId: 'c1',
      journalDays: 90,
      clockRightAt: '2030-01-02T03:04:05.000Z',
    };
    store.saveSettings(settings);
    expect(store.connections()).toEqual([acme]);
    const again = openStore();
    expect(again.connections()).toEqual([acme]);
    expect(again.settings()).toEqual(settings);
    expect(readdirSync(directory)).toEqual(['settings.json', 'settings.previous.json']);
    for (const name of readdirSync(directory)) {
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
    }
  });

  it('restricts a file that others could read', () => {
    put({ connections: [], settings: defaultSettings });
    chmodSync(path, 0o644);
    openStore().saveSettings(defaultSettings);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('preserves the fields of a newer Hookdesk', () => {
    put(
      withChecksum({
        version: 1,
        connections: [
          { ...acme, colour: 'red' },
          { ...acme, id: 'c2', newer: 1 },
        ],
        settings: { theme: 'light', density: 'roomy' },
        future: { a: 1 },
      }),
    );
    const store = openStore();
    expect(store.notice).toBeNull();
    expect(store.connections()).toEqual([acme, { ...acme, id: 'c2' }]);
    expect(store.settings()).toEqual({ ...defaultSettings, theme: 'light' });
    store.saveConnections([{ ...acme, name: 'renamed' }]);
    store.saveSettings(defaultSettings);
    expect(onDisk()).toEqual(
      withChecksum({
        version: 1,
        future: { a: 1 },
        connections: [{ colour: 'red', ...acme, name: 'renamed' }],
        settings: { density: 'roomy', ...defaultSettings },
      }),
    );
  });

  it.each([
    ['cut off', '{"connections":[{"id":"c1"'],
    ['empty', ''],
    ['not an object', '[1,2]'],
    ['null', 'null'],
    ['of another shape', { connections: {}, settings: 7 }],
  ])('is renamed and never deleted when it is %s', (_, content) => {
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

  it('restores the readable part of a damaged file', () => {
    put({ connections: [acme, { id: 'c2' }], settings: { theme: 'sepia' } });
    const store = openStore();
    expect(store.connections()).toEqual([acme]);
    expect(store.settings()).toEqual(defaultSettings);
    expect(store.notice).toContain('restored: 1.');
    expect(openStore().connections()).toEqual([acme]);
  });

  it('accepts a byte order mark', () => {
    put(`\ufeff${JSON.stringify({ connections: [acme] })}`);
    const store = openStore();
    expect(store.notice).toBeNull();
    expect(store.connections()).toEqual([acme]);
    store.saveConnections([acme, { ...acme, id: 'c2' }]);
    expect(openStore().connections()).toHaveLength(2);
  });

  it('copies the values that it receives and returns', () => {
    const store = openStore();
    const given = { ...acme };
    store.saveConnections([given]);
    given.name = 'changed afterwards';
    expect(store.connections()[0]?.name).toBe('acme-prod');
  });

  it('reports a failed write, and keeps its content', () => {
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

describe('the copy', () => {
  const globex = { ...acme, id: 'c2', name: 'globex' };
  const previous = (): string => join(directory, 'settings.previous.json');
  const inFolder = (start: string): string[] =>
    readdirSync(directory).filter((name) => name.startsWith(start));
  beforeEach(() => {
    const store = openStore();
    store.saveConnections([acme]);
    store.saveConnections([acme, globex]);
  });

  const damages: [string, (text: string) => string | Buffer][] = [
    ['cut off', (text) => text.slice(0, text.length / 2)],
    ['empty', () => ''],
    ['of zeros', (text) => '\0'.repeat(text.length)],
    ['not UTF-8', (text) => Buffer.from(text.replace('globex', 'gl\u00f6bex'), 'latin1')],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['wrong in a type', (text) => text.replace('"system"', '7')],
    ['wrong in one installation', (text) => text.replace('"globex"', 'null')],
    ['of a version that is no number', (text) => text.replace(/"version":\s*1/, '"version": "1"')],
    ['of a version that never was', (text) => text.replace(/"version":\s*1/, '"version": 0')],
  ];

  it.each(damages)('replaces a file that is %s', (_, damage) => {
    const sound = readFileSync(path, 'utf8');
    const damaged = damage(sound);
    expect(damaged).not.toBe(sound);
    writeFileSync(path, damaged);
    const store = openStore();
    const [aside = ''] = inFolder('settings.damaged-');
    expect(store.notice).toContain(`was damaged and renamed to ${aside}.`);
    expect(store.notice).toContain('Hookdesk restored its copy.');
    expect(store.connections()).toEqual([acme, globex]);
    expect(readFileSync(join(directory, aside))).toEqual(Buffer.from(damaged));
    const again = openStore();
    expect(again.notice).toBeNull();
    expect(again.connections()).toEqual([acme, globex]);
  });

  it('replaces a missing file', () => {
    rmSync(path);
    const store = openStore();
    expect(store.notice).toMatch(
      /^The settings file is missing from the data folder\. Hookdesk restored its copy/,
    );
    expect(store.connections()).toEqual([acme, globex]);
    expect(onDisk()).toMatchObject({ version: 1, connections: [{ name: 'acme-prod' }, globex] });
  });

  it('is not used when it is damaged, too: the readable part of the file is', () => {
    put({ connections: [acme, globex, { id: 'c3' }], settings: {} });
    writeFileSync(previous(), '{');
    const store = openStore();
    expect(store.notice).toContain('There was no valid copy; readable installations');
    expect(store.connections()).toEqual([acme, globex]);
    expect(inFolder('settings.damaged-')).toHaveLength(1);
    expect(inFolder('settings.previous.damaged-')).toHaveLength(1);
    expect(openStore().connections()).toEqual([acme, globex]);
  });

  it('already has the content when the start ends before the file is written', () => {
    put({ connections: [acme, globex, { id: 'c3' }], settings: {} });
    rmSync(previous());
    openStore();
    // The state after a power cut between renaming the old file and writing the new one.
    rmSync(path);
    expect(openStore().connections()).toEqual([acme, globex]);
  });
});

describe('a file of a newer Hookdesk', () => {
  const newer = JSON.stringify({ version: 2, connections: { acme: 'all different' } });

  it.each(['settings.json', 'settings.previous.json'])('stays unchanged: %s', (name) => {
    mkdirSync(directory);
    writeFileSync(join(directory, name), newer);
    const store = openStore();
    expect(store.notice).toContain(
      `${name} in the data folder was written by a newer version of Hookdesk`,
    );
    expect(store.connections()).toEqual([]);
    expect(() => {
      store.saveConnections([acme]);
    }).toThrow(/newer version of Hookdesk/);
    expect(store.connections()).toEqual([]);
    expect(readdirSync(directory)).toEqual([name]);
    expect(readFileSync(join(directory, name), 'utf8')).toBe(newer);
  });
});

it('a process killed while it saves leaves the last acknowledged list or the next one', async () => {
  const store = (name: string): string => JSON.stringify(join(import.meta.dirname, `${name}.ts`));
  const program = `
    import { openConfFile } from ${store('conf-file')};
    import { createSettingsStore } from ${store('settings-store')};
    const directory = ${JSON.stringify(directory)};
    const settings = createSettingsStore({ directory, store: openConfFile });
    const acme = ${JSON.stringify(acme)};
    for (let number = 1; ; number += 1) {
      settings.saveConnections([{ ...acme, name: String(number) }]);
      console.log(number);
    }`;
  for (const kills of [1, 2, 7, 30]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let last = 0;
    for await (const line of createInterface(child.stdout)) {
      last = Number(line);
      if (last >= kills) child.kill('SIGKILL');
    }
    const again = openStore();
    expect(again.notice).toBeNull();
    expect([last, last + 1]).toContain(Number(again.connections()[0]?.name));
  }
});
