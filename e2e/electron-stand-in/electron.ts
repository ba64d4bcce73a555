import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { request, type RequestOptions } from 'node:http';
import { app } from './app.ts';
import { BrowserWindow } from './browser-window.ts';

/**
 * A stand-in for the module `electron`, for tests on a machine without the Electron program. Node
 * runs the real main process, and Chromium shows its window. For its limits see docs/desktop.md.
 */
export { app, BrowserWindow };
export { MessageChannelMain } from '../../electron/main/fakes/message-channel.fake.ts';
export { session } from './session.ts';

const nothing = (): void => undefined;
export const protocol = { registerSchemesAsPrivileged: nothing };
export const crashReporter = { start: nothing };
export { Menu } from './menu.ts';
export const nativeTheme = { shouldUseDarkColors: false, themeSource: 'system' };
export const powerMonitor = new EventEmitter();
export const ipcMain = new EventEmitter();
export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }],
};
export const shell = {
  openExternal: async (url: string): Promise<void> => {
    await Promise.resolve();
    process.stderr.write(`opened: ${url}\n`);
  },
  showItemInFolder: nothing,
};

/** Members that electron-updater uses. */
export const net = { request: (options: RequestOptions) => request(options) };
export const autoUpdater = new EventEmitter();

/** Cancels each message box, unless a test replaces the function. */
export const dialog = {
  showErrorBox: (title: string, text: string): void =>
    void process.stderr.write(`${title}: ${text}\n`),
  showMessageBox: (...[first, box = first]: { cancelId?: number }[]) =>
    Promise.resolve({ response: box?.cancelId ?? 0 }),
};

/** Runs a Node program in a child process that ends with this process. */
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

const { STAND_IN_RESOURCES: resources = `${app.getAppPath()}resources` } = process.env;
Object.assign(process, { resourcesPath: resources });
// A packaged application gets no folder as its first argument.
if (app.isPackaged) process.argv.splice(1, 1);
