import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Which files of a data folder are there, before a host makes those that are missing. */
export interface FilesFound {
  readonly database: boolean;
  readonly keychainId: boolean;
}

export function filesFound(directory: string): FilesFound {
  const isThere = (name: string): boolean => existsSync(join(directory, name));
  return { database: isThere('hookdesk.sqlite'), keychainId: isThere('keychain-id') };
}

/** What the files that were opened say of those that are missing. */
export interface OpenedFiles {
  /** The version of the settings file that was found; 0 for one without, `null` where there was none. */
  readonly settingsVersion: number | null;
  /** Whether the database holds anything. */
  readonly databaseHolds: boolean;
  /** Why the database is another than before, as far as a person was told; `null` otherwise. */
  readonly databaseNotice: string | null;
  /** Whether the vault's file was found. */
  readonly vaultFound: boolean;
  /** Whether the vault's file names the key of the database. */
  readonly vaultHasDataKey: boolean;
  /** Whether the vault's file names secrets in the system's keychain. */
  readonly usesKeychain: boolean;
}

/**
 * Tells a person which files are gone, one sentence or two for each. A first start has nothing that speaks
 * of a missing file, and is told nothing.
 */
export function lostFiles(before: FilesFound, opened: OpenedFiles): string[] {
  const { settingsVersion, databaseHolds, databaseNotice, vaultFound } = opened;
  const notices: string[] = [];
  if (settingsVersion === null && (databaseHolds || vaultFound)) {
    notices.push(lost('settings.json', 'Put it back from a backup, or add the installations again.'));
  }
  // A settings file without a version may be older than the first database.
  const hadDatabase = (settingsVersion ?? 0) > 0 || opened.vaultHasDataKey;
  if (hadDatabase && !before.database && databaseNotice === null) {
    const advice = 'Put it back from a backup; until then drafts and history begin anew.';
    notices.push(lost('hookdesk.sqlite', advice));
  }
  if (databaseHolds && !vaultFound) {
    notices.push(lost('vault.json', 'Put it back from a backup, or enter the secrets again.'));
  }
  if (opened.usesKeychain && !before.keychainId) {
    const advice = 'Put it back from a backup: the secrets in the keychain cannot be found without it.';
    notices.push(lost('keychain-id', advice));
  }
  return notices;
}

const lost = (name: string, advice: string): string =>
  `The file ${name} is gone from the data folder, and there is no copy of it. ${advice}`;
