import { join } from 'node:path';
import { defaultClientConditions, type InlineConfig } from 'vite';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { guide } from './guide.ts';
import { electronChromium, ordinaryBrowsers } from './targets.ts';

/**
 * Vite's configuration of the window, for bundles and for development. The host selects the
 * condition that resolves `#platform`, see `imports` in package.json.
 */
export function rendererConfig(root: string, host: 'desktop' | 'web'): InlineConfig {
  const desktop = host === 'desktop';
  return {
    configFile: false,
    root: join(root, 'renderer'),
    publicDir: false,
    logLevel: 'warn',
    cacheDir: join(root, '.cache/vite', host),
    plugins: [svelte(), guide(root)],
    resolve: { conditions: [...(desktop ? ['desktop'] : []), ...defaultClientConditions] },
    server: { fs: { allow: [root] } },
    build: {
      target: desktop ? electronChromium : ordinaryBrowsers,
      outDir: join(root, 'dist/renderer', host),
      emptyOutDir: true,
      // The content security policy allows neither inline scripts nor `data:` fonts.
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      sourcemap: 'hidden',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        input: ['index.html', 'help/guide.html', 'help/licences.html'].map((page) =>
          join(root, 'renderer', page),
        ),
        checks: { bundlerTimings: false },
      },
    },
  };
}
