import type { FileToOpen } from '#core/ports.ts';
import { OpenQueue } from './open-queue.ts';
import { readFileToOpen } from './read-file-to-open.ts';

/** Absolute paths go in. */
export class FileOpenQueue extends OpenQueue<FileToOpen> {
  constructor() {
    super(readFileToOpen);
  }
}
