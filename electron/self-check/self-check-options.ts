import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

export interface SelfCheckOptions {
  readonly json: boolean;
  /** Absolute path. */
  readonly output: string | null;
}

/** `null` without `--self-check`. Not strict: Chromium adds its own switches. */
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
