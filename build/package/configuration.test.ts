import { expect, test } from 'vitest';
import { configuration, configurationForTests } from './configuration.ts';

test('no cookie is encrypted, because the session of the window is in memory', () => {
  expect(configuration.electronFuses?.enableCookieEncryption).toBe(false);
});

test('a package for tests differs from a released one in its folder and in one fuse', () => {
  const { directories, electronFuses, ...rest } = configurationForTests;
  const { directories: released, electronFuses: fuses, ...same } = configuration;
  expect(rest).toEqual(same);
  expect(directories).toEqual({ ...released, output: 'release/for-tests' });
  expect(fuses).toMatchObject({ enableNodeCliInspectArguments: false });
  expect(electronFuses).toEqual({ ...fuses, enableNodeCliInspectArguments: true });
});
