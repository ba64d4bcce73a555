import type { TemplateStore } from '#core/ports.ts';
import { type FileOptions, openFileWithBackup } from '../settings/file-with-backup.ts';
import { nothingRemembered, readRemembered } from './stored-templates.ts';

interface OpenedTemplateStore extends TemplateStore {
  readonly notice: string | null;
}

/** Stores no secrets. @throws ProblemError('storage-failed') when the folder or the file is unusable */
export function createTemplateStore(options: FileOptions): OpenedTemplateStore {
  const file = openFileWithBackup({
    ...options,
    name: 'templates',
    title: 'The file of sample values and custom placeholders',
    version: 1,
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
