import path from 'node:path';
import { build } from 'vite';

/**
 * Bundles the program into one file, which starts much faster than the sources.
 *
 * @param packages whether to include the npm packages, and the database in further files; otherwise
 * Node must find the packages from `folder`, and there is no database
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
      rolldownOptions: {
        external: packages ? [] : [/\/postgres\/postgres-storage\.ts$/],
        output: { entryFileNames: 'service.mjs', chunkFileNames: '[name].mjs' },
      },
    },
  });
  return path.join(folder, 'service.mjs');
}
