import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPage } from './page.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-page-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
function write(path: string, content = ''): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), content);
}

describe('the built window', () => {
  it('is missing before the build', () => {
    expect(readPage(join(folder, 'nowhere'))).toBeNull();
    write('assets/a.js');
    expect(readPage(folder)).toBeNull();
  });

  it('is served with its index at the root, and with its own files only', () => {
    write('index.html', '<!doctype html>');
    write('assets/index-Dx3_a-9Z.js', '1');
    symlinkSync('/etc/hostname', join(folder, 'link.txt'));
    const page = readPage(folder);
    expect([...(page?.keys() ?? [])].sort()).toEqual([
      '/',
      '/assets/index-Dx3_a-9Z.js',
      '/index.html',
    ]);
    expect(page?.get('/')?.body.toString()).toBe('<!doctype html>');
  });

  it.each([
    ['index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['assets/index-Dx3_a-9Z.js', 'text/javascript; charset=utf-8', 'immutable'],
    ['assets/index-BkLmNoPq.css', 'text/css; charset=utf-8', 'immutable'],
    ['assets/inter-latin-wght-normal-Dx4kXJAl.woff2', 'font/woff2', 'immutable'],
    ['assets/plain.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['assets/plan-light-Dx3_a-9Z.webp', 'image/webp', 'immutable'],
    ['icon-Dx3_a-9Z.svg', 'image/svg+xml', 'no-cache'],
    ['what-ever.xyz', 'application/octet-stream', 'no-cache'],
  ])('serves %s as %s, %s', (path, contentType, cacheControl) => {
    write('index.html');
    write(path);
    const file = readPage(folder)?.get(`/${path}`);
    expect(file?.contentType).toBe(contentType);
    expect(file?.cacheControl).toContain(cacheControl);
  });
});
