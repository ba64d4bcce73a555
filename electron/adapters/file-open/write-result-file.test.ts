import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { replaceFile, writeResultFile } from './write-result-file.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-result-'));
  file = join(folder, 'result.json');
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

describe('a result file', () => {
  it('is written although a killed command left a file beside it', () => {
    writeFileSync(`${file}.${process.pid}.new`, 'half');
    writeResultFile(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['result.json']);
  });

  it('is named when it cannot be written', () => {
    expect(() => {
      writeResultFile(folder, 'new');
    }).toThrow(`The file ${folder} cannot be written (`);
  });
});

describe.skipIf(process.platform === 'win32')('on POSIX, a result file', () => {
  it('keeps its mode', () => {
    writeFileSync(file, 'old');
    chmodSync(file, 0o660);
    writeResultFile(file, 'new');
    expect(statSync(file).mode & 0o777).toBe(0o660);
  });

  it('is written through a link, which stays', () => {
    const link = join(folder, 'link');
    writeFileSync(file, 'old');
    symlinkSync('result.json', link);
    writeResultFile(link, 'new');
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  it('replaces a link in a folder for git, so that no other file changes', () => {
    const link = join(folder, 'link');
    writeFileSync(file, 'old');
    symlinkSync('result.json', link);
    replaceFile(link, 'new');
    expect(lstatSync(link).isFile()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('old');
  });

  it('may be a pipe or a device, which stays', () => {
    execFileSync('mkfifo', [file]);
    // For reading and writing, so that neither end waits.
    const pipe = openSync(file, constants.O_RDWR);
    writeResultFile(file, 'new');
    expect(lstatSync(file).isFIFO()).toBe(true);
    const read = Buffer.alloc(3);
    readSync(pipe, read);
    closeSync(pipe);
    expect(read.toString()).toBe('new');
  });
});
