import type { SettingsStore } from '#core/ports.ts';
import { openKeptFile } from './kept-file.ts';
import type { OpenSettingsFile } from './settings-file.ts';
import { emptySettings, readStored, toStore } from './stored-settings.ts';

export interface SettingsStoreOptions {
  /** Absolute path of the data folder; made where it is not there. */
  readonly directory: string;
  /** `openConfFile`, or `openElectronStoreFile` inside Electron. */
  readonly store: OpenSettingsFile;
}

/** The store, and what a person or a log should know about the file that it found. */
export interface OpenedSettingsStore extends SettingsStore {
  /** `null` where all was well. */
  readonly notice: string | null;
  /** The version of the file that was found; 0 for one without, `null` where there was none. */
  readonly foundVersion: number | null;
}

/**
 * Opens `settings.json` in the data folder, or brings its previous copy back.
 *
 * @throws ProblemError `storage-failed` where the folder or the file cannot be used at all
 */
export function createSettingsStore({
  directory,
  store,
}: SettingsStoreOptions): OpenedSettingsStore {
  const file = openKeptFile({
    directory,
    name: 'settings',
    title: 'The settings file',
    version: 1,
    store,
    empty: emptySettings,
    read: (value) => {
      const { stored, sound } = readStored(value);
      return { content: stored, sound };
    },
    write: toStore,
    takenOver: ({ connections }) =>
      `the installations that could be read were taken over: ${connections.length}.`,
  });
  return {
    notice: file.notice,
    foundVersion: file.foundVersion,
    connections: () => file.content().connections,
    saveConnections: (connections) => {
      file.save({ ...file.content(), connections: structuredClone(connections) });
    },
    settings: () => file.content().settings,
    saveSettings: (settings) => {
      file.save({ ...file.content(), settings: structuredClone(settings) });
    },
  };
}
