import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** The packaging check: apart from the unit tests, because it needs the bundle and packs for seconds. */
const configuration = defineConfig({
  root: join(import.meta.dirname, '../..'),
  test: {
    include: ['build/package/**/*.check.ts'],
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
});

// Vitest takes a default export alone.
export default configuration;
