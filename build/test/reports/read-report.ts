import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** A report that a test runner wrote; `null` when it is missing or is not what it should be. */
export function readReport<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Whatever the reason, there is no report: the verdict says so.
    return null;
  }
}
