import { basename, dirname, join } from 'node:path';
import type { InlineConfig } from 'vite';
import { minified } from './node-config.ts';

/**
 * Vite's configuration of a thread's program: one CommonJS file with all imports. The thread
 * receives it as text, which cannot resolve packages.
 */
export function threadConfig(
  root: string,
  { entry, output }: { entry: string; output: string },
): InlineConfig {
  return {
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: entry,
      target: 'node24',
      outDir: join(root, dirname(output)),
      emptyOutDir: true,
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        output: {
          format: 'cjs',
          minify: minified,
          entryFileNames: basename(output),
          codeSplitting: false,
        },
      },
    },
  };
}
