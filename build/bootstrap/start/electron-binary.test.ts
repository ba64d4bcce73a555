import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { electronPackage, findElectron } from './electron-binary.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'electron-package-'));
  mkdirSync(join(folder, 'dist'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(file: string, mode: number): string {
  const path = join(folder, file);
  writeFileSync(path, '');
  chmodSync(path, mode);
  return path;
}

describe('findElectron', () => {
  it('finds the program that path.txt names', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron\n');
    const binary = put('dist/electron', 0o755);
    expect(findElectron(folder, undefined, 'linux')).toBe(binary);
  });

  it('finds none where it was never unpacked', () => {
    put('dist/electron', 0o755);
    expect(findElectron(folder, undefined, 'linux')).toBeNull();
  });

  it('finds none where the program is gone', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron');
    expect(findElectron(folder, undefined, 'linux')).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('finds none that cannot be executed', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron');
    put('dist/electron', 0o644);
    expect(findElectron(folder, undefined, 'linux')).toBeNull();
  });

  it('takes the program of another folder where one is named', () => {
    const binary = put('electron', 0o755);
    expect(findElectron(join(folder, 'dist'), folder, 'linux')).toBe(binary);
  });

  it.each([
    ['darwin', 'Electron.app/Contents/MacOS/Electron'],
    ['win32', 'electron.exe'],
  ] as const)('knows the name of the program on %s', (platform, name) => {
    mkdirSync(join(folder, 'Electron.app/Contents/MacOS'), { recursive: true });
    const binary = put(name, 0o755);
    expect(findElectron(join(folder, 'dist'), folder, platform)).toBe(binary);
  });
});

it('finds the package without loading it', () => {
  expect(electronPackage()).toMatch(/node_modules.electron$/);
});
