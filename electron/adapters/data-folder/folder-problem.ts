import { plainError, plainProblem, ProblemError } from '#domain/problem.ts';
import { errorCode } from '../error-code.ts';

export class FolderProblem extends Error {
  override readonly name = 'FolderProblem';
  readonly kind: 'file' | 'dangling-link';
  readonly place: string;
  readonly code: 'ENOTDIR' | 'ENOENT';
  constructor(kind: 'file' | 'dangling-link', place: string) {
    super(`No folder: ${kind}.`);
    this.kind = kind;
    this.place = place;
    this.code = kind === 'file' ? 'ENOTDIR' : 'ENOENT';
  }
}

/** `EFBIG`: the file size limit of the process. */
const noRoom = ['ENOSPC', 'EDQUOT', 'EFBIG'];

export const isNoRoom = (error: unknown): boolean => noRoom.includes(errorCode(error));

export function folderProblem(error: unknown, folder: string): ProblemError {
  if (error instanceof ProblemError) return error;
  const facts = { Folder: shortenPath(folder), 'System code': errorCode(error) };
  return new ProblemError(
    plainProblem(
      'storage-failed',
      `The folder ${shortenPath(folder)} cannot be used: ${reasonOf(error)}.`,
      'Select another folder with --data, or correct this one, then start Hookdesk again.',
      facts,
    ),
    { cause: error },
  );
}

export function fileProblem(error: unknown, path: string, message: string): ProblemError {
  if (error instanceof ProblemError) return error;
  const advice = 'Check that the data folder can be written to and that the disk is not full.';
  const facts = { File: path, 'System code': errorCode(error) };
  return new ProblemError(plainProblem('storage-failed', message, advice, facts), { cause: error });
}

/** @param why another user owns the folder, or others can write to it */
export function folderOfOthers(why: 'owner' | 'writers', folder: string): ProblemError {
  const place = shortenPath(folder);
  const [what, command] =
    why === 'owner'
      ? [`belongs to another user`, `sudo chown -R "$(id -un)" ${quoted(folder)}`]
      : [`can be changed by other users`, `chmod go-w ${quoted(folder)}`];
  return plainError(
    'storage-failed',
    `The data folder ${place} ${what}, who could read or replace your secrets.`,
    `Select another folder with --data, or run: ${command}`,
    { Folder: place },
  );
}

/** A link, pipe, socket or device in place of a file: opening it can hang or change another file. */
export const unusualFile = (path: string): ProblemError =>
  plainError(
    'storage-failed',
    `${shortenPath(path)} is a link, a pipe or a device instead of a file.`,
    `Look where it comes from, then remove it and start Hookdesk again: rm ${quoted(path)}`,
    { File: path },
  );

/** For a shell. */
export const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`)}'`;

function reasonOf(error: unknown): string {
  if (error instanceof FolderProblem) {
    return error.kind === 'file'
      ? `${shortenPath(error.place)} is a file`
      : `${shortenPath(error.place)} is a link to something that does not exist`;
  }
  switch (errorCode(error)) {
    case 'EROFS':
      return 'its file system is read-only';
    case 'EACCES':
    case 'EPERM':
      return 'you are not permitted to write there';
    case 'ENAMETOOLONG':
      return 'its path is too long';
    case 'ELOOP':
      return 'its path has links that lead in a circle';
    case 'ENOTDIR':
      return 'a part of its path is a file';
    case 'ENOENT':
      return 'its file system allows no new folders there';
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return 'its disk is full';
    default:
      return `the system refuses it (${errorCode(error)})`;
  }
}

const shortenPath = (path: string): string => (path.length > 200 ? `${path.slice(0, 200)}…` : path);
