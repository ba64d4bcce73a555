import { randomUUID } from 'node:crypto';
import { app, BrowserWindow, protocol, session } from 'electron';
import { ignoreOutputErrors } from '#adapters/log/output-errors.ts';
import type { Composition } from '#compose/compose.ts';
import { createCore } from '#core/core.ts';
import type { SelfCheckOptions } from '#self-check/self-check-options.ts';
import { printReport } from '#self-check/report.ts';
import { makeCheckFolder, type PageChecks, selfCheck } from '#self-check/self-check.ts';
import type { ComposeDesktop } from './composition.ts';
import { settleDataFolder } from './data-folder.ts';
import { appPathsOf, type AppPaths } from './app-paths.ts';
import { routerServer } from '#rpc/router-server.ts';
import { connectPage } from './window/connect-page.ts';
import { appSchemePrivileges } from './security/app-protocol.ts';
import { windowPartition } from './security/session-policy.ts';
import { windowAddress } from './security/window-address.ts';
import { guardPages, openWindowSession } from './security/window-session.ts';
import { placeWindow } from './window/window-place.ts';
import { windowChecks } from './window/window-checks.ts';
import { windowOptions } from './window/window-options.ts';

const address = windowAddress(undefined, true);

/** Checks every part of the desktop host in a hidden window, prints the report and exits. */
export function startSelfCheck(options: SelfCheckOptions, compose: ComposeDesktop): void {
  ignoreOutputErrors(process);
  // Electron's default would be the user's data folder.
  const folderOrError = makeFolderEarly();
  protocol.registerSchemesAsPrivileged([appSchemePrivileges]);
  guardPages(address.origin);
  // Without a listener Electron quits with the hidden window.
  app.on('window-all-closed', () => undefined);
  const places = appPathsOf(app, process.resourcesPath);
  const version = app.getVersion();
  void selfCheck(
    {
      version,
      host: 'desktop',
      compose: (dataFolder) => composeWhenReady(compose, places, dataFolder),
      page: (composition, dataFolder) => pageChecksOf(composition, places, dataFolder),
    },
    folderOrError,
  )
    .then((report) => printReport(report, options, process))
    .then((code) => {
      app.exit(code);
    });
}

/** Sets the folder now, because Electron reads it before it is ready; reports an error later. */
function makeFolderEarly(): () => string {
  try {
    const folder = makeCheckFolder();
    settleDataFolder(app, folder);
    return () => folder;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function composeWhenReady(
  compose: ComposeDesktop,
  { renderer, service, bundleThread }: AppPaths,
  dataFolder: string,
): Promise<Composition> {
  await app.whenReady();
  await openWindowSession(address.origin, renderer);
  const openExternal = (): Promise<void> => Promise.resolve();
  return compose({ dataFolder, service, bundleThread, openExternal });
}

function pageChecksOf({ ports }: Composition, places: AppPaths, dataFolder: string): PageChecks {
  const notice = `Self-check ${randomUUID()}`;
  const version = app.getVersion();
  const core = createCore(ports, { version, host: 'desktop', dataFolder, notices: [notice] });
  const checks = windowChecks({
    open: () => {
      const { preload, icon } = places;
      const window = new BrowserWindow(
        windowOptions({
          place: placeWindow(null, []),
          page: 'main',
          dark: false,
          preload,
          session: session.fromPartition(windowPartition),
          icon,
          development: false,
        }),
      );
      const { servePort } = routerServer(core, () => undefined);
      connectPage(window.webContents, address.origin, servePort);
      return window;
    },
    url: address.url,
    notice,
  });
  return {
    checks: checks.checks,
    close: async () => {
      await core.prepareClose();
      await checks.close();
      await core.close();
    },
  };
}
