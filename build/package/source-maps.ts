import { cpSync, globSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { partsOf } from '../bundle/parts.ts';

/** Beside the packages, which have no source maps. */
export const sourceMapsName = 'source-maps';

/** Copies the source maps of the packaged bundles into the folder of the release. */
export function copySourceMaps(root: string, output: string): void {
  const folder = join(output, sourceMapsName);
  rmSync(folder, { recursive: true, force: true });
  const parts = partsOf(root).filter(({ isShipped }) => isShipped);
  const maps = parts.map((part) => `${dirname(part.output)}/**/*.map`);
  for (const map of globSync(maps, { cwd: root })) cpSync(join(root, map), join(folder, map));
}
