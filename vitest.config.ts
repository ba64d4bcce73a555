import { availableParallelism } from 'node:os';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  test: {
    // What is pure leaves nothing behind for the next file, and need not start anew for each.
    projects: [
      { extends: true, test: { name: 'domain', include: ['domain/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: { name: 'other', include: ['{service,electron,renderer,build,prove}/**/*.test.ts'] },
      },
    ],
    exclude: ['**/fixtures/**', '**/node_modules/**'],
    // By itself Vitest leaves one processor to others.
    maxWorkers: availableParallelism(),
    testTimeout: 20_000,
    hookTimeout: 20_000,
    restoreMocks: true,
    unstubEnvs: true,
  },
});
