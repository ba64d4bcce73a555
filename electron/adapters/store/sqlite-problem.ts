import { plainProblem, ProblemError } from '#domain/problem.ts';
import { systemCode } from '../system-code.ts';

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

const primary = (error: unknown): number | null => {
  const code = resultCode(error);
  return code === null ? null : code & 0xff;
};

export function isDamage(error: unknown): boolean {
  const code = primary(error);
  return code === codes.corrupt || code === codes.notDb || resultCode(error) === shortRead;
}

export function isWithoutSharedIndex(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && withoutSharedIndex.includes(code);
}

export function isBusy(error: unknown): boolean {
  const code = primary(error);
  return code === codes.busy || code === codes.locked;
}

/** @throws the error itself when neither SQLite nor the system reported it */
export function storageFailed(error: unknown, path: string): ProblemError {
  if (error instanceof ProblemError) return error;
  if (systemCode(error) === 'none') throw error;
  const { message, advice } = wordsFor(error);
  const code = resultCode(error);
  return new ProblemError(
    plainProblem('storage-failed', message, advice, {
      File: path,
      ...(code === null ? { 'System code': systemCode(error) } : { 'SQLite code': String(code) }),
    }),
    { cause: error },
  );
}

export function lostFile(error: unknown, path: string): ProblemError {
  const { problem } = storageFailed(error, path);
  if (error instanceof ProblemError) return error;
  return new ProblemError(
    {
      ...problem,
      message: `The file of drafts and journal was deleted or replaced while Hookdesk was running. ${problem.message}`,
      advice: `${problem.advice} Keep Hookdesk running until then.`,
    },
    { cause: error },
  );
}

const goesOn = 'Edits are kept in memory meanwhile, and it is tried again by itself.';

function wordsFor(error: unknown): { message: string; advice: string } {
  const code = primary(error);
  if (isBusy(error)) {
    return {
      message: 'Another program holds the file of drafts and journal.',
      advice: `Close what has it open, such as a backup or a database browser. ${goesOn}`,
    };
  }
  if (code === codes.full || systemCode(error) === 'ENOSPC') {
    return {
      message: 'The disk is full: drafts and journal cannot be kept on it.',
      advice: `Make room on the disk of the data folder. ${goesOn}`,
    };
  }
  if (isDamage(error)) {
    return {
      message: 'The file of drafts and journal turned out to be damaged.',
      advice: `It is looked into and set aside when it is opened again. ${goesOn}`,
    };
  }
  return {
    message:
      code === codes.readOnly || code === codes.cannotOpen || code === null
        ? 'The file of drafts and journal in the data folder cannot be written.'
        : 'The disk refused to keep something of drafts or journal.',
    advice: `Check that the data folder belongs to you, can be written to, and is not full. ${goesOn}`,
  };
}
