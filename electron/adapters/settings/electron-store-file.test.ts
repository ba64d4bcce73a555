import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultSettings } from '#contract/settings.ts';
import { openConfFile } from './conf-file.ts';
import { openElectronStoreFile } from './electron-store-file.ts';
import { hasRightChecksum } from './read-checked-file.ts';
import { createSettingsStore } from './settings-store.ts';

const asked: string[] = [];

// The only part of Electron that the library uses. The library itself is real.
vi.mock('electron', () => ({
  default: {
    app: {
      getPath: (name: string) => {
        asked.push(name);
        return '/nowhere';
      },
      getVersion: () => '1.2.3',
    },
    ipcMain: { on: () => undefined },
    shell: {},
  },
}));

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-electron-store-'));
});
afterEach(() => {
  rmSync(directory, { recursive: true });
});

test('electron-store writes the settings file that conf reads, and the reverse', () => {
  const desktop = createSettingsStore({ directory, store: openElectronStoreFile });
  desktop.saveSettings({ ...defaultSettings, theme: 'dark' });
  expect(asked).toContain('userData');
  const path = join(directory, 'settings.json');
  expect(readFileSync(path, 'utf8')).toContain('"dark"');
  expect(hasRightChecksum(JSON.parse(readFileSync(path, 'utf8')))).toBe(true);
  if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);

  const web = createSettingsStore({ directory, store: openConfFile });
  expect(web.settings().theme).toBe('dark');
  expect(web.notice).toBeNull();
  web.saveSettings({ ...defaultSettings, theme: 'light' });
  const again = createSettingsStore({ directory, store: openElectronStoreFile });
  expect(again.settings().theme).toBe('light');
  expect(again.notice).toBeNull();
});
