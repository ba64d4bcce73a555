import { z } from 'zod';

/** Why a file, or one webhook of it, cannot be read, and where. */
export const FileFault = z.object({
  /** As a sentence, without a value of the file. */
  why: z.string(),
  /** From 1; `null` where it is about the whole file. */
  line: z.int().nullable(),
  column: z.int().nullable(),
});
export type FileFault = z.infer<typeof FileFault>;

export const wholeFault = (why: string): FileFault => ({ why, line: null, column: null });

export const faultAt = (text: string, at: number, why: string): FileFault => ({
  why,
  ...placeOf(text, at),
});

/** Line and column of an offset in UTF-16 code units, both from 1. */
function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1;
  let begin = 0;
  for (;;) {
    const next = text.indexOf('\n', begin) + 1;
    if (next === 0 || next > at) return { line, column: at - begin + 1 };
    line += 1;
    begin = next;
  }
}

/** For a message: `Line 3, column 5: It is …` */
export const describeFileFault = ({ why, line, column }: FileFault): string =>
  line === null ? why : `Line ${line}, column ${column ?? 1}: ${why}`;
