import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/**
 * The script of an npm package's program, relative to the folder of package.json.
 *
 * @param program its name, if it differs from the package name
 */
export function binOf(root: string, name: string, program = name): string {
  const folder = join('node_modules', name);
  const manifest: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { bin } = Manifest.parse(manifest);
  const script = typeof bin === 'string' ? bin : bin[program];
  if (script === undefined) throw new Error(`${name} brings no ${program}.`);
  return join(folder, script);
}
