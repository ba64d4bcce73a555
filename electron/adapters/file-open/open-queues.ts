import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { FileToOpen } from '#core/ports.ts';
import { maxFileBytes } from '#domain/bundle/bundle-limits.ts';
import { readLink } from '#domain/link/link.ts';
import { plainProblem, type Problem, ProblemError } from '#domain/problem.ts';
import { errorCode } from '../error-code.ts';
import { readAtMost } from './read-at-most.ts';
import { readBundleFolder } from './bundle-folder.ts';

/** Further items are dropped. */
export const maxWaiting = 50;

const isAborted = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

/** Files or links that the system or another start passed to Hookdesk, until a window takes them. */
class OpenQueue<Item> {
  readonly read: (address: string) => Promise<Item>;
  #waiting: string[] = [];
  #wakes = new Set<() => void>();

  constructor(read: (address: string) => Promise<Item>) {
    this.read = read;
  }

  offer(addresses: readonly string[]): void {
    this.#waiting = [...this.#waiting, ...addresses].slice(0, maxWaiting);
    for (const wake of this.#wakes) wake();
  }

  async *take(signal: AbortSignal | undefined): AsyncGenerator<Item, void, void> {
    while (!isAborted(signal)) {
      const address = this.#waiting.shift();
      if (address === undefined) {
        await this.#waitForItems(signal);
        continue;
      }
      const item = await this.read(address);
      if (isAborted(signal)) this.#waiting.unshift(address);
      else yield item;
    }
  }

  #waitForItems(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', wake);
        this.#wakes.delete(wake);
        resolve();
      };
      this.#wakes.add(wake);
      signal?.addEventListener('abort', wake);
    });
  }
}

/** Files by absolute path, and links. A link that this version cannot read becomes `null`. */
export const openQueues = () => ({
  files: new OpenQueue((path) => readFileToOpen(path)),
  links: new OpenQueue((link) => Promise.resolve(readLink(link))),
});
export type OpenQueues = ReturnType<typeof openQueues>;

const maxNameLength = 255;

/**
 * Reads a file, or a folder in Hookdesk's format. Checks type and size first. Never rejects for system errors.
 * @param path absolute
 * @param atMost bytes
 */
export async function readFileToOpen(path: string, atMost = maxFileBytes): Promise<FileToOpen> {
  const name = basename(path).slice(0, maxNameLength);
  try {
    if ((await stat(path)).isDirectory()) {
      return { path, name, ...(await readBundleFolder(path)) };
    }
    // Non-blocking, because opening a pipe waits for a writer. Windows has no such flag.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { path, name, problem: noFile() };
      if (stats.size > atMost) return { path, name, problem: tooLarge(atMost) };
      const content = await readAtMost(file, Math.max(stats.size, 1), atMost);
      return content === null
        ? { path, name, problem: tooLarge(atMost) }
        : { path, name, content, parts: null };
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ProblemError) return { path, name, problem: error.problem };
    const code = errorCode(error);
    if (code === 'none') throw error;
    return { path, name, problem: unreadable(code) };
  }
}

const noFile = (): Problem =>
  plainProblem('refused', 'This is not a file or a folder but a device or a pipe.', anotherFile);

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
