import { join } from 'node:path';

// These tests need a keychain: run them inside with-secret-service.sh.
export default {
  test: {
    root: join(import.meta.dirname, '../../..'),
    include: ['electron/adapters/keychain/secret-service.check.ts'],
    testTimeout: 20_000,
  },
};
