import type { TemplateStore } from '#core/ports.ts';
import { type FileWithBackup, openFileWithBackup } from '../settings/file-with-backup.ts';
import type { OpenSettingsFile } from '../settings/settings-file.ts';
import { nothingRemembered, readRemembered } from './stored-templates.ts';

export interface TemplateStoreOptions {
  readonly directory: string;
  readonly store: OpenSettingsFile;
}

export interface OpenedTemplateStore
  extends TemplateStore, Pick<FileWithBackup<unknown>, 'notice'> {}

/** Stores no secrets. @throws ProblemError('storage-failed') when the folder or the file is unusable */
export function createTemplateStore({
  directory,
  store,
}: TemplateStoreOptions): OpenedTemplateStore {
  const file = openFileWithBackup({
    directory,
    name: 'templates',
    title: 'The file of sample values and custom placeholders',
    version: 1,
    store,
    empty: nothingRemembered,
    read: readRemembered,
    write: ({ installations, samples }) => ({ installations, samples }),
    takenOver: () => 'what could be read of it was taken over.',
  });
  return {
    notice: file.notice,
    remembered: file.content,
    save: (next) => {
      file.save(structuredClone(next));
    },
  };
}
