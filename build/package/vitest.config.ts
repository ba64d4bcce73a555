import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Separate from the unit tests: the packaging check needs the bundle and packages for seconds. */
const configuration = defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['build/package/**/*.check.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});

// Vitest requires a default export.
export default configuration;
