import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** Reads a test runner's report; returns `null` when it is missing or invalid. */
export function readReport<T>(file: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // The verdict reports the missing report.
    return null;
  }
}
