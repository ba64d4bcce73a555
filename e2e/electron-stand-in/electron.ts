import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';

/**
 * A stand-in for the module `electron`, for tests on a machine without Electron's program. Node runs
 * the real main process, and Chromium its window. docs/desktop.md says what it cannot show.
 */
export { app, BrowserWindow };
export { MessageChannelMain } from './ports.ts';
export { session } from './session.ts';

const nothing = (): void => undefined;
export const protocol = { registerSchemesAsPrivileged: nothing };
export const crashReporter = { start: nothing };
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' };
export const powerMonitor = new EventEmitter();
export const ipcMain = new EventEmitter();
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }],
};
export const shell = {
  openExternal: () => Promise.resolve(),
  openPath: () => Promise.resolve(''),
  showItemInFolder: nothing,
};

const cancelled = (...[first, box = first]: { cancelId?: number }[]): number => box?.cancelId ?? 0;
/** Each box is cancelled, unless a test replaces the function. */
export const dialog = {
  showErrorBox: (title: string, text: string): void =>
    void process.stderr.write(`${title}: ${text}\n`),
  showMessageBoxSync: cancelled,
  showMessageBox: (...given: object[]) => Promise.resolve({ response: cancelled(...given) }),
};

/** Electron's `Menu`: a test finds an item, and calls its `click`. */
export const Menu = {
  shown: { items: [] as object[] },
  getApplicationMenu: () => Menu.shown,
  setApplicationMenu: (menu: { items: object[] }): void => void (Menu.shown = menu),
  buildFromTemplate: (template: object[]) => ({ items: template.map(withSubmenu) }),
};
const withSubmenu = (item: { submenu?: object[] }): object =>
  item.submenu === undefined ? item : { ...item, submenu: Menu.buildFromTemplate(item.submenu) };

/** A Node program in a process that ends when this one does. */
export const utilityProcess = {
  fork: (program: string, args: string[], options: { env: NodeJS.ProcessEnv }): ChildProcess => {
    const ending = `process.on('disconnect', () => process.exit(1)); process.channel.unref();`;
    const first = `data:text/javascript,${encodeURIComponent(ending)}`;
    return spawn(process.execPath, ['--import', first, program, ...args], {
      env: options.env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  },
};

Object.assign(process, { resourcesPath: `${app.getAppPath()}resources` });
