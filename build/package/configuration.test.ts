import { expect, test } from 'vitest';
import { configuration } from './configuration.ts';

test('no cookie is encrypted, because the session of the window is in memory', () => {
  expect(configuration.electronFuses?.enableCookieEncryption).toBe(false);
});
