import { plainProblem, ProblemError } from '#domain/problem.ts';
import { errorCode, hasErrorCode } from '../error-code.ts';

/** Primary result codes. Source: https://www.sqlite.org/rescode.html */
const codes = { busy: 5, locked: 6, readOnly: 8, corrupt: 11, full: 13, cannotOpen: 14, notDb: 26 };
/** `SQLITE_IOERR_SHORT_READ`. */
const shortRead = 522;
/** `SQLITE_IOERR_SHMOPEN`, `_SHMSIZE` and `_SHMMAP`: the log's index cannot be created. */
const withoutSharedIndex = [4618, 4874, 5386];

function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error)) return null;
  return typeof error.errcode === 'number' ? error.errcode : null;
}

const primaryCode = (error: unknown): number | null => {
  const code = resultCode(error);
  return code === null ? null : code & 0xff;
};

export function isDamage(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.corrupt || code === codes.notDb || resultCode(error) === shortRead;
}

export function isWithoutSharedIndex(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && withoutSharedIndex.includes(code);
}

export function isBusy(error: unknown): boolean {
  const code = primaryCode(error);
  return code === codes.busy || code === codes.locked;
}

/** @throws the error itself when neither SQLite nor the system reported it */
export function storageFailed(error: unknown, path: string): ProblemError {
  if (error instanceof ProblemError) return error;
  if (!hasErrorCode(error)) throw error;
  const { message, advice } = wordsFor(error);
  const code = resultCode(error);
  return new ProblemError(
    plainProblem('storage-failed', message, advice, {
      File: path,
      ...(code === null ? { 'System code': errorCode(error) } : { 'SQLite code': String(code) }),
    }),
    { cause: error },
  );
}

/** When a file that was changed in place is restored only in part. */
export const changedFile = (path: string): ProblemError =>
  new ProblemError(
    plainProblem(
      'storage-failed',
      'Another program changed the content of the drafts and History file while Hookdesk was running. Hookdesk restored the readable data.',
      `Do not change the data folder while Hookdesk is running. ${retries}`,
      { File: path },
    ),
  );

export function lostFile(error: unknown, path: string): ProblemError {
  const { problem } = storageFailed(error, path);
  if (error instanceof ProblemError) return error;
  return new ProblemError(
    {
      ...problem,
      message: `The drafts and History file was deleted, replaced or changed while Hookdesk was running. ${problem.message}`,
      advice: `${problem.advice} Keep Hookdesk running until then.`,
    },
    { cause: error },
  );
}

const retries = 'Edits stay in memory, and Hookdesk retries automatically.';

function wordsFor(error: unknown): { message: string; advice: string } {
  const code = primaryCode(error);
  if (isBusy(error)) {
    return {
      message: 'Another program uses the drafts and History file.',
      advice: `Close that program, such as a backup or a database browser. ${retries}`,
    };
  }
  if (code === codes.full || errorCode(error) === 'ENOSPC') {
    return {
      message: 'The disk is full, so drafts and History cannot be saved.',
      advice: `Free space on the disk of the data folder. ${retries}`,
    };
  }
  if (isDamage(error)) {
    return {
      message: 'The drafts and History file is damaged.',
      advice: `Restart Hookdesk to repair it. ${retries}`,
    };
  }
  return {
    message:
      code === codes.readOnly || code === codes.cannotOpen || code === null
        ? 'The drafts and History file in the data folder cannot be written.'
        : 'Drafts or History could not be written to the disk.',
    advice: `Check the permissions and free space of the data folder. ${retries}`,
  };
}
