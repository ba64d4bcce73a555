import { z } from 'zod';
import { lineAndColumn } from '../../text/line-and-column.ts';

/** Why a file, or a row of it, cannot be read, and where. */
export const FileFault = z.object({
  /** Never contains a value of the file. */
  why: z.string(),
  /** From 1; `null` when the fault concerns the whole file. */
  line: z.int().nullable(),
  column: z.int().nullable(),
});
export type FileFault = z.infer<typeof FileFault>;

export const faultWithoutPlace = (why: string): FileFault => ({ why, line: null, column: null });

export const faultAt = (text: string, at: number, why: string): FileFault => ({
  why,
  ...lineAndColumn(text, at),
});

export const fileFaultInWords = ({ why, line, column }: FileFault): string =>
  line === null ? why : `Line ${line}, column ${column ?? 1}: ${why}`;
