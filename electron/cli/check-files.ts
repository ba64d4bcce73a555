import { readFileSync } from 'node:fs';
import { rawReader } from '#adapters/http/codec/raw-reader.ts';
import { systemCode } from '#adapters/system-code.ts';
import { checkFile } from '#domain/bundle/check/check-file.ts';
import { plainError } from '#domain/problem.ts';
import type { Results } from './output/results.ts';

/** @throws ProblemError('file-refused') for a file that cannot be read */
export const checkFiles = (files: readonly string[]): Results['check'] =>
  files.flatMap((file) =>
    checkFile(contentOf(file), rawReader).map((found) => ({ file, ...found })),
  );

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = systemCode(error);
    throw plainError(
      'file-refused',
      `The file ${file} cannot be read (${code}).`,
      'Check its path.',
    );
  }
}
