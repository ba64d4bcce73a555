import path from 'node:path';
import { build } from 'vite';

/**
 * Bundles the program into one file, which starts much faster than the sources.
 *
 * @param packages whether to include the npm packages; otherwise Node must find them from `folder`
 * @returns the path of the bundle
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
