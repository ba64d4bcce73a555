import {
  app,
  BrowserWindow,
  crashReporter,
  dialog,
  Menu,
  powerMonitor,
  protocol,
  shell,
} from 'electron';
import { HostLog } from '#adapters/log/host-log.ts';
import { ignoreOutputErrors } from '#adapters/log/output-errors.ts';
import { type OpenQueues, openQueues } from '#adapters/file-open/open-queues.ts';
import {
  type ManagedPlace,
  managedPlace,
  readManagedSettings,
} from '#adapters/managed/managed-file.ts';
import { DesktopUpdater } from '#adapters/updates/desktop-updater.ts';
import { portableFolder, usualDataFolder } from '#adapters/data-folder/usual-data-folder.ts';
import type { WindowCommand } from '#contract/app.ts';
import { createCore } from '#core/core.ts';
import type { Managed } from '#domain/managed/managed-settings.ts';
import { openCommandSockets } from '#rpc/command-sockets.ts';
import { routerServer } from '#rpc/router-server.ts';
import { namedDataFolder, settleDataFolder, withDataFolderLock } from './data-folder.ts';
import type { ComposeDesktop } from './composition.ts';
import { explainStart, type GiveUp, giveUpOnce, handleCrashes } from './give-up.ts';
import { identify } from './identity.ts';
import { openedByStart } from './opened-by-start.ts';
import { installOnQuit } from './install-on-quit.ts';
import { appPathsOf } from './app-paths.ts';
import { appSchemePrivileges } from './security/app-protocol.ts';
import { externalOpener } from './security/open-external.ts';
import { windowAddress, type WindowAddress } from './security/window-address.ts';
import { guardPages, openWindowSession } from './security/window-session.ts';
import { followOpened, isFirstStart, showOnSecondStart } from './second-start.ts';
import { endWithSession, endWithSystem, shutDown } from './end-desktop.ts';
import { applicationMenu, type MenuNeeds } from './window/application-menu.ts';
import { CloseGuard } from './window/close-guard.ts';
import { confirmLoss } from './window/dialogs.ts';
import { HelpWindows } from './window/help-windows.ts';
import { openMainWindow } from './window/main-window.ts';
import { TaskbarProgress } from './window/taskbar-progress.ts';
import { windowMemory } from './window/window-place.ts';

const print = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** Steps that must precede Electron's `ready` run first: scheme, data folder, instance lock. */
export function startApplication(
  compose: ComposeDesktop,
  managed: ManagedPlace = managedPlace(),
): void {
  ignoreOutputErrors(process);
  const namedFolder = namedDataFolder(process.argv, process.env);
  // A start after an update gets the environment, not the arguments.
  if (namedFolder !== null) process.env.HOOKDESK_DATA = namedFolder;
  const dataFolder = namedFolder ?? portableFolder() ?? usualDataFolder();
  const log = new HostLog(dataFolder, print);
  const giveUp = giveUpOnce({ app, dialog, signals: process });
  handleCrashes(process, { log: log.appendAndPrint, giveUp, logPath: log.path });
  const start = { compose, dataFolder, giveUp, log, managed };
  try {
    prepareStart(start);
  } catch (error) {
    explainFailure(start, error);
  }
}

/** @throws ProblemError if the data folder cannot be used */
function prepareStart(start: Start): void {
  const { dataFolder, log } = start;
  settleDataFolder(app, dataFolder);
  crashReporter.start({ uploadToServer: false });
  const address = windowAddress(process.env.HOOKDESK_DEV_URL, app.isPackaged);
  identify(app, process.platform);
  protocol.registerSchemesAsPrivileged([appSchemePrivileges]);

  // Resolved here: the first instance may have another working folder.
  const opened = openedByStart(process.argv, process.cwd(), app.isPackaged);
  if (!isFirstStart(app, opened, dataFolder, log.appendAndPrint)) {
    app.quit();
    return;
  }
  const toOpen = openQueues();
  toOpen.files.offer(opened.files);
  toOpen.links.offer(opened.links);
  followOpened(app, toOpen);
  guardPages(address.origin);
  app
    .whenReady()
    .then(() => openApplication(start, address, toOpen))
    .catch((error: unknown) => {
      explainFailure(start, error);
    });
}

function explainFailure({ giveUp, log }: Start, error: unknown): void {
  const { title, text, line, exitCode } = explainStart(error, log.path);
  log.appendAndPrint(line);
  giveUp(title, text, exitCode);
}

interface Start {
  readonly compose: ComposeDesktop;
  readonly dataFolder: string;
  readonly giveUp: GiveUp;
  readonly log: HostLog;
  readonly managed: ManagedPlace;
}

/** Builds the core and opens the window, in the instance that has the lock. */
async function openApplication(
  { compose, dataFolder, log, managed: place }: Start,
  address: WindowAddress,
  toOpen: OpenQueues,
): Promise<void> {
  const places = appPathsOf(app, process.resourcesPath);
  const windowSession = await openWindowSession(address.origin, places.renderer);

  const openExternal = externalOpener((url) => shell.openExternal(url));
  const showLog = (): void => {
    shell.showItemInFolder(log.path);
  };
  const progress = new TaskbarProgress(() => BrowserWindow.getAllWindows());
  const managed = readManagedSettings(place);
  if (managed.kind === 'refused') log.appendAndPrint(`${managed.message} ${managed.advice}`);
  const updater = desktopUpdater(managed);
  const composition = await withDataFolderLock(compose)({
    dataFolder,
    service: places.service,
    bundleThread: places.bundleThread,
    openExternal,
    toOpen,
    showProgress: progress.show,
    showLog,
    managed,
    updater,
  });
  const { ports, notices } = composition;
  const version = app.getVersion();
  log.maskWith(ports.secretsInUse);
  log.append(`Hookdesk ${version}, desktop, on ${ports.machine.runtime}: started`);
  for (const notice of notices) log.appendAndPrint(notice);
  const report = (description: string): void => {
    log.appendAndPrint(`unexpected: ${description}`);
  };
  const core = createCore(ports, { version, host: 'desktop', dataFolder, notices });
  const { servePort, serveCommand } = routerServer(core, report);
  const commands = await openCommandSockets({ dataFolder, version, report });
  commands?.serve(serveCommand);
  composition.announce(commands?.endpoint ?? null);
  const close = async (): Promise<void> => {
    // After a signal, windows are still open: they save their edits before the core closes.
    await core.prepareClose();
    for (const window of BrowserWindow.getAllWindows()) window.destroy();
    await Promise.all([commands?.close(), core.close()]);
    await composition.close();
  };
  const { install, confirm } = installOnQuit<BrowserWindow>({
    updater,
    core,
    confirm: confirmLoss,
    releaseLock: () => {
      app.releaseSingleInstanceLock();
    },
    log: log.appendAndPrint,
    showError: (title, text) => {
      dialog.showErrorBox(title, text);
    },
  });
  const end = shutDown({ app, signals: process, close, install, log: log.appendAndPrint });
  endWithSystem(powerMonitor, end);

  const closeQuits = process.platform !== 'darwin';
  const guard = new CloseGuard<BrowserWindow>({ app, core, closeQuits, confirm });
  const memory = windowMemory(dataFolder);
  const { icon } = places;
  const help = new HelpWindows({
    address,
    session: windowSession,
    icon,
    openExternal,
    log: log.appendAndPrint,
  });
  let mainWindow: BrowserWindow | null = null;
  const openWindow = (): BrowserWindow => {
    const window = openMainWindow({
      address,
      session: windowSession,
      preload: places.preload,
      icon,
      memory,
      servePort,
      quit: () => {
        app.quit();
      },
      log: log.appendAndPrint,
    });
    guard.guard(window);
    endWithSession(window, end);
    progress.showOn(window);
    help.serve(window);
    mainWindow = window;
    window.once('closed', () => (mainWindow = null));
    return window;
  };
  const { development } = address;
  const { windowCommands } = core;
  const menuNeeds = {
    platform: process.platform,
    development,
    reload: guard.reload,
    showHelp: help.show,
    showLog,
    run: (id: string) => windowCommands.select(id),
  };
  windowCommands.onReport = (commands) => {
    setMenu(menuNeeds, commands);
  };
  setMenu(menuNeeds, []);
  showOnSecondStart(app, () => mainWindow ?? openWindow());
  app.on('window-all-closed', () => {
    if (closeQuits) app.quit();
  });
  openWindow();
}

function desktopUpdater(managed: Managed): DesktopUpdater {
  const { platform, resourcesPath: resources, execPath: executable, env: environment } = process;
  const place = { isPackaged: app.isPackaged, platform, resources, executable, environment };
  return new DesktopUpdater({
    place,
    managed: managed.kind === 'set' ? managed.settings : {},
    quit: () => {
      app.quit();
    },
  });
}

function setMenu(needs: MenuNeeds, commands: readonly WindowCommand[]): void {
  const template = applicationMenu(needs, commands);
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
