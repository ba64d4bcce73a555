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
  it('finds the binary that path.txt names', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron\n');
    const binary = put('dist/electron', 0o755);
    expect(findElectron(folder, undefined, 'linux')).toBe(binary);
  });

  it('returns null when the binary was never unpacked', () => {
    put('dist/electron', 0o755);
    expect(findElectron(folder, undefined, 'linux')).toBeNull();
  });

  it('returns null when the binary is missing', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron');
    expect(findElectron(folder, undefined, 'linux')).toBeNull();
  });

  it.skipIf(process.platform === 'win32')('returns null when the binary is not executable', () => {
    writeFileSync(join(folder, 'path.txt'), 'electron');
    put('dist/electron', 0o644);
    expect(findElectron(folder, undefined, 'linux')).toBeNull();
  });

  it('finds the binary in the override folder', () => {
    const binary = put('electron', 0o755);
    expect(findElectron(join(folder, 'dist'), folder, 'linux')).toBe(binary);
  });

  it.each([
    ['darwin', 'Electron.app/Contents/MacOS/Electron'],
    ['win32', 'electron.exe'],
  ] as const)('knows the name of the binary on %s', (platform, name) => {
    mkdirSync(join(folder, 'Electron.app/Contents/MacOS'), { recursive: true });
    const binary = put(name, 0o755);
    expect(findElectron(join(folder, 'dist'), folder, platform)).toBe(binary);
  });
});

it('finds the package without loading it', () => {
  expect(electronPackage()).toMatch(/node_modules.electron$/);
});
