import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileToOpen } from '#core/ports.ts';
import { maxFileBytes } from '#domain/bundle/limits.ts';
import { plainProblem, type Problem } from '#domain/problem.ts';
import { systemCode } from '../system-code.ts';

const maxNameLength = 255;

/** Checks type and size first. Never rejects for system errors. `path` is absolute, `atMost` in bytes. */
export async function readFileToOpen(path: string, atMost = maxFileBytes): Promise<FileToOpen> {
  const name = basename(path).slice(0, maxNameLength);
  try {
    // Non-blocking, because opening a pipe waits for a writer. Windows has no such flag.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const found = await file.stat();
      if (!found.isFile()) return { name, problem: noFile() };
      if (found.size > atMost) return { name, problem: tooLarge(atMost) };
      const content = await readAtMost(file, Math.max(found.size, 1), atMost);
      return content === null ? { name, problem: tooLarge(atMost) } : { name, content };
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = systemCode(error);
    if (code === 'none') throw error;
    return { name, problem: unreadable(code) };
  }
}

/** Returns `null` when the file grew beyond the limit. */
async function readAtMost(
  file: FileHandle,
  expected: number,
  atMost: number,
): Promise<Uint8Array | null> {
  let held = Buffer.allocUnsafe(expected + 1);
  let length = 0;
  for (;;) {
    const { bytesRead } = await file.read(held, length, held.length - length, null);
    length += bytesRead;
    if (length > atMost) return null;
    if (bytesRead === 0) return held.subarray(0, length);
    if (length === held.length) {
      const more = Buffer.allocUnsafe(Math.min(length * 2, atMost + 1));
      held.copy(more);
      held = more;
    }
  }
}

const noFile = (): Problem =>
  plainProblem('refused', 'This is not a file but a folder, a device or a pipe.', anotherFile);

const tooLarge = (atMost: number): Problem =>
  plainProblem(
    'too-large',
    `This file is larger than ${atMost / 1024 / 1024} MiB. Nothing was read.`,
    'Export fewer webhooks into one file.',
  );

function unreadable(code: string): Problem {
  const why: Readonly<Record<string, string>> = {
    ENOENT: 'The file does not exist.',
    ENOTDIR: 'The file does not exist.',
    EACCES: 'You have no permission to read this file.',
    EPERM: 'You have no permission to read this file.',
    EISDIR: 'This is a folder.',
  };
  const message = why[code] ?? 'This file could not be read.';
  return plainProblem('refused', message, anotherFile, { 'The system says': code });
}

const anotherFile = 'Check its name and folder, and open it again.';
