import { basename, dirname, join } from 'node:path';
import type { InlineConfig } from 'vite';

/**
 * How Vite bundles the program of a thread: one CommonJS file with all that it imports, because it is given
 * to the thread as text, which has no place from which packages are found.
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
      minify: false,
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: basename(output), codeSplitting: false },
      },
    },
  };
}
