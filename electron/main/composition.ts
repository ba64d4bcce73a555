import { app, nativeTheme, powerMonitor } from 'electron';
import { portableFolder } from '#adapters/data-folder/usual-data-folder.ts';
import { openElectronStoreFile } from '#adapters/settings/electron-store-file.ts';
import { type Composition, compose, type HostParts } from '#compose/compose.ts';
import { practiceProcess } from './practice-process.ts';
import { suspendEvents } from './suspend.ts';
import { withNativeTheme } from './window/theme.ts';

export interface DesktopNeeds extends Pick<
  HostParts,
  | 'dataFolder'
  | 'lock'
  | 'bundleThread'
  | 'openExternal'
  | 'toOpen'
  | 'showProgress'
  | 'showLog'
  | 'managed'
  | 'updater'
> {
  readonly service: string;
}

export type ComposeDesktop = (needs: DesktopNeeds) => Composition | Promise<Composition>;

/** @throws ProblemError('storage-failed') if the data folder cannot be used */
export const composeDesktop: ComposeDesktop = ({ service, ...parts }) => {
  const suspend = suspendEvents(powerMonitor, process);
  const { ports, close, ...composition } = compose({
    ...parts,
    version: app.getVersion(),
    settingsFile: openElectronStoreFile,
    practice: { spawn: practiceProcess(service), endWithStdin: false },
    suspendEvents: suspend,
    vault: { isPortable: parts.dataFolder === portableFolder() },
    // Not of a session: each session is set to use no proxy, and answers for itself.
    askSystemProxy: (origin) => app.resolveProxy(origin),
  });
  return {
    ...composition,
    close: async () => {
      suspend.close();
      await close();
    },
    ports: { ...ports, settings: withNativeTheme(ports.settings, nativeTheme) },
  };
};
