import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { rawReader } from '#adapters/http/codec/raw-reader.ts';
import { systemCode } from '#adapters/system-code.ts';
import { checkFile } from '#domain/bundle/check/check-file.ts';
import { checkFolder } from '#domain/bundle/folder/check-folder.ts';
import { plainError } from '#domain/problem.ts';
import { readFolderFiles } from './folder-on-disk.ts';
import type { Results } from './output/results.ts';

/** @param paths of files and folders. @throws ProblemError('file-refused') for one that cannot be read */
export const checkPaths = (paths: readonly string[]): Results['check'] =>
  paths.flatMap((path) => {
    try {
      if (!statSync(path).isDirectory()) {
        return checkFile(readFileSync(path), rawReader).map((found) => ({ file: path, ...found }));
      }
      const found = checkFolder(readFolderFiles(path));
      return found.map(({ path: own, ...finding }) => ({ file: join(path, own), ...finding }));
    } catch (error) {
      const code = systemCode(error);
      if (code === 'none') throw error;
      const message = `The file ${path} cannot be read (${code}).`;
      throw plainError('file-refused', message, 'Check its path.');
    }
  });
