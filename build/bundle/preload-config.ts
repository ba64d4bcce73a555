import { basename, dirname, join } from 'node:path';
import type { InlineConfig } from 'vite';
import { electronChromium } from './targets.ts';

/**
 * Vite's configuration of the preload: one CommonJS file, because a sandboxed preload can load
 * neither ES modules nor other files.
 */
export function preloadConfig(
  root: string,
  { entry, output }: { entry: string; output: string },
): InlineConfig {
  return {
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    build: {
      lib: { entry: join(root, entry), formats: ['cjs'], fileName: () => basename(output) },
      target: electronChromium,
      outDir: join(root, dirname(output)),
      emptyOutDir: true,
      minify: false,
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: { external: ['electron'], output: { codeSplitting: false } },
    },
  };
}
