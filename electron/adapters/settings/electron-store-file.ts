// Import this in Electron only: elsewhere the import itself ends the process.
import ElectronStore from 'electron-store';
import type { OpenSettingsFile } from './file-with-backup.ts';

export const openElectronStoreFile: OpenSettingsFile = ({ directory, name, mode }) =>
  new ElectronStore<Record<string, unknown>>({
    cwd: directory,
    name,
    configFileMode: mode,
    accessPropertiesByDotNotation: false,
  });
