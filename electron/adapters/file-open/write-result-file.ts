import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { plainError } from '#domain/problem.ts';
import { errorCode } from '../error-code.ts';

/** Atomic: after an interruption the file is the old or the new one. @throws ProblemError('refused') */
export function writeResultFile(file: string, content: string): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    writeFileSync(beside, content, { flag: 'wx', flush: true });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    const code = errorCode(error);
    throw plainError('refused', `The file ${file} cannot be written (${code}).`, 'Check its path.');
  }
}
