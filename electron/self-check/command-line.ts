import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** How a self-check was asked for. */
export interface SelfCheckOptions {
  /** As JSON in place of a table. */
  readonly json: boolean;
  /** A file for the report beside the standard output, absolute. */
  readonly output: string | null;
}

/**
 * Reads `--self-check [--json] [--output FILE]`; `null` where no self-check is asked for. Other arguments
 * are ignored: Chromium's own switches are among them.
 */
export function readSelfCheck(args: readonly string[]): SelfCheckOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'self-check': { type: 'boolean' },
      json: { type: 'boolean' },
      output: { type: 'string' },
    },
    strict: false,
    allowPositionals: true,
  });
  if (values['self-check'] !== true) return null;
  const { json, output } = values;
  return { json: json === true, output: typeof output === 'string' ? resolve(output) : null };
}
