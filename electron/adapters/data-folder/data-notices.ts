import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fullDiskNotice } from './disk-room.ts';

interface WithNotice {
  /** What a person should know of the file that was found; `null` where all was well. */
  readonly notice: string | null;
}

/** What each file of a data folder was found to be. */
export interface OpenedFiles {
  /** `foundVersion`: 0 for a file without a version, `null` where there was none. */
  readonly settings: WithNotice & { readonly foundVersion: number | null };
  readonly templates: WithNotice;
  /** `named`: what the vault's file names; `null` where there was none. */
  readonly vault: WithNotice & {
    readonly named: { readonly dataKey: boolean; readonly inKeychain: boolean } | null;
  };
  /** `heldAny`: whether anything was in the database at the start. */
  readonly store: WithNotice & { readonly heldAny: boolean };
}

/**
 * Looks at a data folder before its files are opened, which makes those that are missing. The function
 * that it returns lists what a person should know of the folder, one sentence or two each.
 *
 * @throws ProblemError `storage-failed` where the folder cannot be written
 */
export function lookAtDataFolder(directory: string): (opened: OpenedFiles) => string[] {
  const isThere = (name: string): boolean => existsSync(join(directory, name));
  const hadDatabase = isThere('hookdesk.sqlite');
  const hadKeychainId = isThere('keychain-id');
  const full = fullDiskNotice(directory);
  return ({ settings, templates, vault, store }) => [
    ...[full, settings.notice, templates.notice, vault.notice, store.notice].flatMap(
      (notice) => notice ?? [],
    ),
    ...lostFiles({ hadDatabase, hadKeychainId }, { settings, vault, store }),
  ];
}

/** Files that others speak of and that are gone without a copy. At a first start there are none. */
function lostFiles(
  { hadDatabase, hadKeychainId }: { hadDatabase: boolean; hadKeychainId: boolean },
  { settings, vault, store }: Omit<OpenedFiles, 'templates'>,
): string[] {
  const notices: string[] = [];
  if (isMissing(settings, settings.foundVersion) && (store.heldAny || vault.named !== null)) {
    notices.push(
      lost('settings.json', 'Put it back from a backup, or add the installations again.'),
    );
  }
  // A settings file without a version may be older than the first database.
  const madeDatabase = (settings.foundVersion ?? 0) > 0 || vault.named?.dataKey === true;
  if (madeDatabase && !hadDatabase && store.notice === null) {
    notices.push(
      lost('hookdesk.sqlite', 'Put it back from a backup, or begin drafts and history anew.'),
    );
  }
  if (isMissing(vault, vault.named) && store.heldAny) {
    notices.push(lost('vault.json', 'Put it back from a backup, or enter the secrets again.'));
  }
  if (vault.named?.inKeychain === true && !hadKeychainId) {
    notices.push(lost('keychain-id', 'Put it back from a backup, or enter the secrets again.'));
  }
  return notices;
}

/** Of a file that is damaged or of a newer Hookdesk its own notice tells. */
const isMissing = ({ notice }: WithNotice, found: unknown): boolean =>
  notice === null && found === null;

const lost = (name: string, advice: string): string =>
  `The file ${name} is gone from the data folder, and there is no copy of it. ${advice}`;
