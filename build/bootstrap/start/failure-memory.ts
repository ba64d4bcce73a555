import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { makeFolder } from '#adapters/data-folder/usual-data-folder.ts';

/** A failure is remembered for six hours, in ms. */
const REMEMBERED = 6 * 60 * 60 * 1000;

const Kept = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.object({ subject: z.string(), at: z.number(), reason: z.string() }));

/** Remembers a failed download in a file, so that the next start does not wait for it. */
export class FailureMemory {
  readonly #file: string;
  readonly #subject: string;

  /** @param subject the download, with its version; each subject has its own failures */
  constructor(file: string, subject: string) {
    this.#file = file;
    this.#subject = subject;
  }

  /** The reason of the last failure; `null` without one or when it is too old. */
  recall(now: number): string | null {
    let text;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      // Without a readable file the next start downloads again.
      return null;
    }
    const kept = Kept.safeParse(text);
    if (!kept.success || kept.data.subject !== this.#subject) return null;
    const { at, reason } = kept.data;
    const age = now - at;
    return age >= 0 && age < REMEMBERED ? reason : null;
  }

  keep(reason: string, now: number): void {
    makeFolder(dirname(this.#file));
    writeFileSync(this.#file, JSON.stringify({ subject: this.#subject, at: now, reason }));
  }
}
