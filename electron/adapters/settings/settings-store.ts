import type { SettingsStore } from '#core/ports.ts';
import { type FileOptions, openFileWithBackup } from './file-with-backup.ts';
import { emptySettings, readStored, toStore } from './parse-settings-file.ts';

export interface OpenedSettingsStore extends SettingsStore {
  readonly notice: string | null;
  readonly foundVersion: number | null;
}

/** @throws ProblemError('storage-failed') when the folder or the file is unusable */
export function createSettingsStore(options: FileOptions): OpenedSettingsStore {
  const file = openFileWithBackup({
    ...options,
    name: 'settings',
    title: 'The settings file',
    version: 1,
    empty: emptySettings,
    read: readStored,
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
