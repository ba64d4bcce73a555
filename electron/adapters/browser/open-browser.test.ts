import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { browserCommand, opensHiddenFiles } from './open-browser.ts';

const linux = { platform: 'linux', environment: {} } as const;
const shown = { ...linux, environment: { DISPLAY: ':0' } };
const target = '/home/ann/.local/share/hookdesk/browser/open.html';

describe('browserCommand', () => {
  it.each([
    ['Linux', shown, 'xdg-open'],
    ['macOS', { ...linux, platform: 'darwin' as const }, 'open'],
    ['Windows', { ...linux, platform: 'win32' as const }, 'rundll32'],
  ])('%s', (_, machine, command) => {
    const found = browserCommand(machine, target);
    expect(found?.command).toBe(command);
    expect(found?.args.at(-1)).toBe(target);
  });

  it('returns null without a display, and in CI', () => {
    expect(browserCommand(linux, target)).toBeNull();
    const machine = { ...shown, environment: { ...shown.environment, CI: 'true' } };
    expect(browserCommand(machine, target)).toBeNull();
  });
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-browser-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, content: string): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}

/** Asks a desktop whose tools name these programs; `null` for a missing tool. */
function ask(browser: string | null, forPages: string | null = browser): Promise<boolean> {
  for (const [tool, answer] of [
    ['xdg-settings', browser],
    ['xdg-mime', forPages],
  ] as const) {
    if (answer === null) continue;
    chmodSync(put(`bin/${tool}`, `#!/bin/sh\necho '${answer}'\n`), 0o755);
  }
  return opensHiddenFiles({
    PATH: join(folder, 'bin'),
    HOME: folder,
    XDG_DATA_DIRS: `${join(folder, 'usr')}:${join(folder, 'var/lib/snapd/desktop')}`,
  });
}

const entry = (exec: string): string => `[Desktop Entry]\nName=Browser\nExec=${exec} %u\n`;

describe.runIf(process.platform === 'linux')('the default browser', () => {
  it('opens hidden files when it is installed in the system, or unknown', async () => {
    put('usr/applications/firefox.desktop', entry('/usr/lib/firefox/firefox'));
    expect(await ask('firefox.desktop')).toBe(true);
    expect(await ask('not-there.desktop')).toBe(true);
    expect(await ask('')).toBe(true);
  });

  it('is unknown without the tools of the desktop', async () => {
    expect(await ask(null)).toBe(true);
  });

  it('opens no hidden files when it comes from Snap', async () => {
    const exec = 'env BAMF_DESKTOP_FILE_HINT=x /snap/bin/firefox';
    put('var/lib/snapd/desktop/applications/firefox_firefox.desktop', entry(exec));
    expect(await ask('firefox_firefox.desktop')).toBe(false);
  });

  it('opens no hidden files when it comes from Flatpak, for all users or for one', async () => {
    put('usr/applications/all.desktop', entry('/usr/bin/flatpak run org.mozilla.firefox'));
    expect(await ask('all.desktop')).toBe(false);
    const app = put('.local/share/flatpak/app/own.desktop', entry('own'));
    const link = join(dirname(put('.local/share/flatpak/exports/share/applications/x', '')), 'own');
    symlinkSync(app, `${link}.desktop`);
    expect(await ask('own.desktop')).toBe(false);
  });

  it('is not opened by a page when another program opens pages, such as an editor', async () => {
    expect(await ask('firefox.desktop', 'editor.desktop')).toBe(false);
  });
});
