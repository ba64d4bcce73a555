import type { SettingsStore } from '#core/ports.ts';
import { openFileWithBackup } from './file-with-backup.ts';
import type { OpenSettingsFile } from './settings-file.ts';
import { emptySettings, readStored, toStore } from './parse-settings-file.ts';

export interface SettingsStoreOptions {
  readonly directory: string;
  readonly store: OpenSettingsFile;
}

export interface OpenedSettingsStore extends SettingsStore {
  readonly notice: string | null;
  readonly foundVersion: number | null;
}

/** @throws ProblemError('storage-failed') when the folder or the file is unusable */
export function createSettingsStore({
  directory,
  store,
}: SettingsStoreOptions): OpenedSettingsStore {
  const file = openFileWithBackup({
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
    takenOver: ({ connections }) => `readable installations restored: ${connections.length}.`,
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
