import { EventEmitter } from 'node:events';
import type * as Electron from 'electron';
import { app } from './fakes/app.fake.ts';

/**
 * Replaces the module `electron` in tests, which run without its binary: `vi.mock('electron', () =>
 * import('./electron.fake.ts'))`. Each part records the calls that tests check, and follows
 * Electron's own typings.
 */
export { app };
export { MessageChannelMain } from './fakes/message-channel.fake.ts';
export { session } from './fakes/session.fake.ts';
export { utilityProcess } from './fakes/utility-process.fake.ts';
export { BrowserWindow } from './fakes/window.fake.ts';

export const protocol = {
  schemes: [] as Electron.CustomScheme[],
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    app.calls.push('registerSchemesAsPrivileged');
    this.schemes = schemes;
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'> & {
  schemes: Electron.CustomScheme[];
};

export const screen = {
  getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1_920, height: 1_040 } }],
};
export const nativeTheme: Pick<Electron.NativeTheme, 'shouldUseDarkColors' | 'themeSource'> = {
  shouldUseDarkColors: true,
  themeSource: 'system',
};
export const crashReporter = {
  start(options: Electron.CrashReporterStartOptions): void {
    app.calls.push(`crashReporter ${JSON.stringify(options)}`);
  },
} satisfies Pick<Electron.CrashReporter, 'start'>;
export const powerMonitor = new EventEmitter();
export const shell = {
  opened: [] as string[],
  shown: [] as string[],
  showItemInFolder(path: string): void {
    this.shown.push(path);
  },
  openExternal(url: string): Promise<void> {
    this.opened.push(url);
    return Promise.resolve();
  },
} satisfies Pick<Electron.Shell, 'openExternal' | 'showItemInFolder'> & {
  opened: string[];
  shown: string[];
};
export const dialog = {
  answer: 0,
  boxes: [] as string[],
  texts: [] as string[],
  buttons: [] as string[],
  /** On Linux an error box appears only once Electron is ready. */
  showErrorBox(title: string, text: string): void {
    if (!app.isReady()) return;
    this.boxes.push(title);
    this.texts.push(text);
  },
  showMessageBox(...args: [unknown, Electron.MessageBoxOptions] | [Electron.MessageBoxOptions]) {
    if (!app.isReady()) throw new Error('dialog module can only be used after app is ready');
    const options = args.length === 1 ? args[0] : args[1];
    this.boxes.push(options.message);
    this.texts.push(options.detail ?? '');
    this.buttons = options.buttons ?? [];
    return Promise.resolve({ response: this.answer, checkboxChecked: false });
  },
};
export const Menu = {
  template: null as Electron.MenuItemConstructorOptions[] | null,
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) => template,
  setApplicationMenu(menu: Electron.MenuItemConstructorOptions[]): void {
    this.template = menu;
  },
};
