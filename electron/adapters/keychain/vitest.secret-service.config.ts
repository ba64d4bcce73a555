import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// These tests need a keychain: run them inside with-secret-service.sh.
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../../..'),
    include: ['electron/adapters/keychain/*.secret-service.ts'],
    testTimeout: 20_000,
  },
});
