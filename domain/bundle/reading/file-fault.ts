import { z } from 'zod';

export const FileFault = z.object({
  /** Never contains a value of the file. */
  why: z.string(),
  /** From 1; `null` when the fault concerns the whole file. */
  line: z.int().nullable(),
  column: z.int().nullable(),
});
export type FileFault = z.infer<typeof FileFault>;

export const wholeFault = (why: string): FileFault => ({ why, line: null, column: null });

export const faultAt = (text: string, at: number, why: string): FileFault => ({
  why,
  ...placeOf(text, at),
});

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

export const describeFileFault = ({ why, line, column }: FileFault): string =>
  line === null ? why : `Line ${line}, column ${column ?? 1}: ${why}`;
