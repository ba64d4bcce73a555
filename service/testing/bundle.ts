import path from 'node:path';
import { build } from 'vite';

/**
 * Bundles the program into one file, which starts much faster than the sources.
 *
 * @param packages whether the packages that it needs go into it too; otherwise the folder has to be
 * where they are found
 * @returns the file to run
 */
export async function bundleService(
  folder: string,
  { packages }: { packages: boolean },
): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    ...(packages && { ssr: { noExternal: true } }),
    build: {
      ssr: path.join(import.meta.dirname, '..', 'main.ts'),
      outDir: folder,
      target: 'node24',
      rolldownOptions: { output: { entryFileNames: 'service.mjs' } },
    },
  });
  return path.join(folder, 'service.mjs');
}
