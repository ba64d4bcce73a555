import type { InlineConfig } from 'vite';
import { nodeConfig } from './node-config.ts';
import { preloadConfig } from './preload-config.ts';
import { threadConfig } from './thread-config.ts';

/** A bundle: its entry, the output file that proves that it exists, and its Vite configuration. */
export interface Part {
  readonly name: string;
  /** Relative to the repository, like `output`. */
  readonly entry: string;
  readonly output: string;
  /** Whether the desktop packages contain it. */
  readonly isShipped: boolean;
  readonly config: () => Promise<InlineConfig>;
}

/** All parts of `dist/`. */
export function partsOf(root: string): readonly Part[] {
  const node = (name: string, entry: string, output: string) => ({
    name,
    entry,
    output,
    config: () => Promise.resolve(nodeConfig({ root, entry, output })),
  });
  const renderer = (host: 'desktop' | 'web') => ({
    name: `renderer for ${host}`,
    entry: 'renderer/index.html',
    output: `dist/renderer/${host}/index.html`,
    // Loaded here because a fresh bundle does not need Vite and Svelte.
    config: async () => (await import('./renderer-config.ts')).rendererConfig(root, host),
  });
  const thread = {
    entry: 'electron/worker/bundle-thread.ts',
    output: 'dist/bundle-thread/main.cjs',
  };
  const preload = { entry: 'electron/preload/index.ts', output: 'dist/preload/index.cjs' };
  const shipped = [
    node('main', 'electron/main/index.ts', 'dist/main/index.js'),
    { name: 'preload', ...preload, config: () => Promise.resolve(preloadConfig(root, preload)) },
    { name: 'bundle thread', ...thread, config: () => Promise.resolve(threadConfig(root, thread)) },
    node('service', 'service/main.ts', 'dist/service/main.js'),
    renderer('desktop'),
  ];
  const notShipped = [
    node('web host', 'electron/web/main.ts', 'dist/web/main.js'),
    renderer('web'),
    node('command line', 'electron/cli/main.ts', 'dist/cli/main.js'),
  ];
  return [
    ...shipped.map((part) => ({ ...part, isShipped: true })),
    ...notShipped.map((part) => ({ ...part, isShipped: false })),
  ];
}
