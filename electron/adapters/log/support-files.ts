import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { CrashReport, SupportFiles } from '#core/ports.ts';
import { logPath } from './log-file.ts';
import { isSystemError } from '../system-code.ts';

export const crashFolder = (dataFolder: string): string => join(dataFolder, 'crashes');

export function supportFiles(dataFolder: string, showLog: SupportFiles['showLog']): SupportFiles {
  return {
    log: logPath(dataFolder),
    crashReports: () =>
      entriesOf(crashFolder(dataFolder))
        .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
        .flatMap((entry) => reportAt(dataFolder, join(entry.parentPath, entry.name)))
        .sort((a, b) => b.at.getTime() - a.at.getTime()),
    showLog,
  };
}

/** Recursive, for Crashpad's folders `completed`, `pending`, `new` and `reports`. */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch (error) {
    if (!isSystemError(error)) throw error;
    return [];
  }
}

function reportAt(dataFolder: string, path: string): CrashReport[] {
  try {
    const { mtime, size } = statSync(path);
    const file = relative(dataFolder, path).split(sep).join('/');
    return [{ file, at: mtime, bytes: size }];
  } catch (error) {
    // Crashpad moves its files at any time.
    if (!isSystemError(error)) throw error;
    return [];
  }
}
