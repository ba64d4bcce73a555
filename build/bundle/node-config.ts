import { basename, dirname, join } from 'node:path';
import type { InlineConfig, Rolldown } from 'vite';

export interface NodePart {
  readonly root: string;
  readonly entry: string;
  readonly output: string;
}

/** Packages outside the bundles. keytar is native: it finds its binary relative to its own file. */
export const packagesBeside = ['keytar'];

/** Shorter programs, in which functions, classes and errors have the names of the sources. */
export const minified: Rolldown.MinifyOptions = {
  compress: { keepNames: { function: true, class: true } },
  // `bareImports` finds required packages by this name, which the bundler gives to `require`.
  mangle: { keepNames: true, reserved: ['__require'] },
};

/** Vite's configuration of a program for Node 24, which Electron 45 embeds too. */
export function nodeConfig({ root, entry, output }: NodePart): InlineConfig {
  return {
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true, external: ['electron', ...packagesBeside] },
    build: {
      ssr: entry,
      target: 'node24',
      outDir: join(root, dirname(output)),
      emptyOutDir: true,
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        // Only `npm run service` takes a database: the programs ship without its driver.
        external: [/\/postgres\/postgres-storage\.ts$/],
        output: {
          format: 'es',
          minify: minified,
          entryFileNames: basename(output),
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  };
}
