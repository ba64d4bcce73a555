// Only a program that runs in Electron may import this: elsewhere the import itself ends the process.
import ElectronStore from 'electron-store';
import type { OpenSettingsFile } from './settings-file.ts';

/** The settings file inside Electron; the same file that `conf` writes. */
export const openElectronStoreFile: OpenSettingsFile = ({ directory, name, mode }) =>
  new ElectronStore<Record<string, unknown>>({
    cwd: directory,
    name,
    configFileMode: mode,
    accessPropertiesByDotNotation: false,
  });
