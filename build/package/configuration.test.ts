import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { configuration, configurationForTests } from './configuration.ts';

test('cookie encryption is off, because the window’s session is in memory', () => {
  expect(configuration.electronFuses?.enableCookieEncryption).toBe(false);
});

test('a package for tests differs from a release only in its folder and one fuse', () => {
  const { directories, electronFuses, ...rest } = configurationForTests;
  const { directories: released, electronFuses: fuses, ...same } = configuration;
  expect(rest).toEqual(same);
  expect(directories).toEqual({ ...released, output: 'release/for-tests' });
  expect(fuses).toMatchObject({ enableNodeCliInspectArguments: false });
  expect(electronFuses).toEqual({ ...fuses, enableNodeCliInspectArguments: true });
});

test.each(['deb', 'rpm'] as const)(
  '%s needs the libraries that Electron’s program links',
  (kind) => {
    const depends = [configuration[kind]?.depends ?? []].flat();
    expect(depends.filter((name) => name.includes('libasound2'))).toHaveLength(1);
    expect(depends.filter((name) => name.includes('libgbm1'))).toHaveLength(1);
  },
);

test('on Windows, a link or a file name cannot add a switch', () => {
  const script = readFileSync(join(import.meta.dirname, 'installer.nsh'), 'utf8');
  const commands = script.split('\n').filter((line) => line.includes('"%1"'));
  expect(commands).toHaveLength(2);
  for (const command of commands) expect(command).toContain('FILENAME}" -- "%1"');
});
