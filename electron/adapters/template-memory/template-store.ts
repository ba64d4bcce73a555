import type { TemplateStore } from '#core/ports.ts';
import { type KeptFile, openKeptFile } from '../settings/kept-file.ts';
import type { OpenSettingsFile } from '../settings/settings-file.ts';
import { nothingRemembered, readRemembered } from './stored-templates.ts';

export interface TemplateStoreOptions {
  /** Absolute path of the data folder; made where it is not there. */
  readonly directory: string;
  /** `openConfFile`, or `openElectronStoreFile` inside Electron. */
  readonly store: OpenSettingsFile;
}

/** The store, and what a person should know of the file that it found; `null` where all was well. */
export interface OpenedTemplateStore extends TemplateStore, Pick<KeptFile<unknown>, 'notice'> {}

/**
 * Opens `templates.json` in the data folder: sample values, own tokens and rules, none of which is
 * secret. The previous copy takes the place of a damaged one.
 *
 * @throws ProblemError `storage-failed` where the folder or the file cannot be used at all
 */
export function createTemplateStore({
  directory,
  store,
}: TemplateStoreOptions): OpenedTemplateStore {
  const file = openKeptFile({
    directory,
    name: 'templates',
    title: 'The file of sample values and own tokens',
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
