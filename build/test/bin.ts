import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Manifest = z.object({ bin: z.union([z.string(), z.record(z.string(), z.string())]) });

/**
 * The script of a program that an npm package brings, relative to the folder of package.json.
 *
 * @param program its name, where it is not that of the package
 */
export function binOf(root: string, name: string, program = name): string {
  const folder = join('node_modules', name);
  const manifest: unknown = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { bin } = Manifest.parse(manifest);
  const script = typeof bin === 'string' ? bin : bin[program];
  if (script === undefined) throw new Error(`${name} brings no ${program}.`);
  return join(folder, script);
}
