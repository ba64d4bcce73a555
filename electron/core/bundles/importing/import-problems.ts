import { maxFileBytes } from '#domain/bundle/bundle-limits.ts';
import { fileFaultInWords, type FileFault } from '#domain/bundle/reading/file-fault.ts';
import { plainError, plainProblem, type Problem, type ProblemError } from '#domain/problem.ts';
import { invalidField, refusedError } from '../../problems.ts';
import type { Opening } from '../../bundle-ports.ts';

export const noSuchFile = (): ProblemError =>
  refusedError('This file is not open any more.', 'Open it again.');

export const tooLarge = (): ProblemError =>
  plainError(
    'too-large',
    `This file is larger than ${maxFileBytes / 1024 / 1024} MiB. Nothing of it was kept.`,
    'Export fewer webhooks into one file.',
  );

export const folderTooLarge = (excess: string): Problem =>
  plainProblem(
    'too-large',
    `This folder cannot be opened. ${excess} Nothing was read.`,
    'Export fewer webhooks into one folder.',
  );

export const notWhole = (): ProblemError =>
  refusedError('Not all of this file has arrived.', 'Open it again.');

/** @param facts what is wrong with each file of a folder */
export function fileRefused(
  fault: FileFault,
  facts: Readonly<Record<string, string>> = {},
): Problem {
  const { line, column } = fault;
  const place = line === null ? facts : { Line: String(line), Column: String(column ?? 1) };
  return plainProblem(
    'file-refused',
    fileFaultInWords(fault),
    'Nothing was imported. Correct the file, or ask its sender for another one.',
    place,
  );
}

export function notOpened(why: Extract<Opening, { kind: 'not-opened' }>['why']): ProblemError {
  if (why === 'wrong-passphrase') {
    return invalidField('passphrase', 'This is not the passphrase of the file.');
  }
  return plainError('file-refused', sealedFaults[why], 'Ask the sender for another one.');
}

const sealedFaults = {
  'for-a-key': 'This file was encrypted for a key, and no passphrase opens it.',
  'too-much-work': 'This file asks for more work to open it than this machine is given for that.',
  malformed: 'This file is encrypted in a way that the format of age does not have.',
  damaged: 'This encrypted file is damaged: it was altered, or part of it is missing.',
} as const;
