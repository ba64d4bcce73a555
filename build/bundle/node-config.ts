import { basename, dirname, join } from 'node:path';
import type { InlineConfig } from 'vite';

export interface NodePart {
  readonly root: string;
  readonly entry: string;
  readonly output: string;
}

/** Packages outside the bundles. keytar is native: it finds its binary relative to its own file. */
export const packagesBeside = ['keytar'];

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
      minify: false,
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          format: 'es',
          entryFileNames: basename(output),
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  };
}
