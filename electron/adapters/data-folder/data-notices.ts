import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { folderProblem, isNoRoom } from './folder-problem.ts';
import { otherUsersNotice } from './other-users.ts';
import { writeOwnFile } from './own-file.ts';

interface WithNotice {
  readonly notice: string | null;
}

interface OpenedFiles {
  /** `foundVersion`: 0 for a file without a version; `null` when there was no file. */
  readonly settings: WithNotice & { readonly foundVersion: number | null };
  readonly templates: WithNotice;
  /** `named`: content of the vault's file; `null` when there was no file. */
  readonly vault: WithNotice & {
    readonly named: { readonly dataKey: boolean; readonly inKeychain: boolean } | null;
  };
  readonly store: WithNotice & { readonly heldAny: boolean };
}

/**
 * Notes which files exist. Call it before opening the files, which creates missing ones.
 * @returns the notices about the folder and its opened files
 * @throws ProblemError('storage-failed')
 */
export function inspectDataFolder(directory: string): (opened: OpenedFiles) => string[] {
  const hasFile = (name: string): boolean => existsSync(join(directory, name));
  const hadDatabase = hasFile('hookdesk.sqlite');
  const hadKeychainId = hasFile('keychain-id') || hasFile('keychain-id.copy');
  const others = otherUsersNotice(directory);
  const full = fullDiskNotice(directory);
  return ({ settings, templates, vault, store }) => [
    ...[others, full, settings.notice, templates.notice, vault.notice, store.notice].flatMap(
      (notice) => notice ?? [],
    ),
    ...lostFiles({ hadDatabase, hadKeychainId }, { settings, vault, store }),
  ];
}

function lostFiles(
  { hadDatabase, hadKeychainId }: { hadDatabase: boolean; hadKeychainId: boolean },
  { settings, vault, store }: Omit<OpenedFiles, 'templates'>,
): string[] {
  const notices: string[] = [];
  if (isMissing(settings, settings.foundVersion) && (store.heldAny || vault.named !== null)) {
    notices.push(
      lost('settings.json', 'Restore it from a backup, or add the installations again.'),
    );
  }
  // A settings file without a version may be older than the first database.
  const madeDatabase = (settings.foundVersion ?? 0) > 0 || vault.named?.dataKey === true;
  if (madeDatabase && !hadDatabase && store.notice === null) {
    notices.push(
      lost(
        'hookdesk.sqlite',
        'Restore it from a backup, or continue with empty drafts and History.',
      ),
    );
  }
  if (isMissing(vault, vault.named) && store.heldAny) {
    notices.push(lost('vault.json', 'Restore it from a backup, or enter the secrets again.'));
  }
  if (vault.named?.inKeychain === true && !hadKeychainId) {
    notices.push(lost('keychain-id', 'Restore it from a backup, or enter the secrets again.'));
  }
  return notices;
}

/** A damaged or newer file has its own notice. */
const isMissing = ({ notice }: WithNotice, found: unknown): boolean =>
  notice === null && found === null;

const lost = (name: string, advice: string): string =>
  `The file ${name} is missing from the data folder and has no backup. ${advice}`;

/** Bytes. SQLite needs half of it to open its file, and a change of the settings less than the rest. */
const neededBytes = 65_536;

/** Returns `null` when there is room. @throws ProblemError('storage-failed') for other write errors */
export function fullDiskNotice(folder: string): string | null {
  const probe = join(folder, 'write-test.tmp');
  try {
    writeOwnFile(probe, Buffer.alloc(neededBytes));
    return null;
  } catch (error) {
    if (!isNoRoom(error)) throw folderProblem(error, folder);
    return 'The disk of the data folder is full. Free some space; until then nothing can be saved.';
  } finally {
    rmSync(probe, { force: true });
  }
}
