import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appProtocol, appSchemePrivileges } from './app-protocol.ts';

let folder = '';
let answer: ReturnType<typeof appProtocol>;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-app-'));
  const root = join(folder, 'renderer');
  mkdirSync(join(root, 'assets'), { recursive: true });
  mkdirSync(join(folder, 'renderer-other'));
  writeFileSync(join(root, 'index.html'), '<!doctype html><title>Hookdesk</title>');
  writeFileSync(join(root, 'assets/index.js'), 'export {};');
  writeFileSync(join(root, 'assets/a b.css'), 'a {}');
  writeFileSync(join(root, 'assets/unknown.bin'), 'x');
  writeFileSync(join(folder, 'secret.html'), 'secret');
  writeFileSync(join(folder, 'renderer-other/index.html'), 'secret');
  answer = appProtocol(root);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const get = (path: string) => answer(new Request(`app://hookdesk${path}`));

describe('existing files', () => {
  test.each([
    ['/', 'text/html; charset=utf-8', '<!doctype html><title>Hookdesk</title>'],
    ['/index.html', 'text/html; charset=utf-8', '<!doctype html><title>Hookdesk</title>'],
    ['/index.html?a=b', 'text/html; charset=utf-8', '<!doctype html><title>Hookdesk</title>'],
    ['/assets/index.js', 'text/javascript; charset=utf-8', 'export {};'],
    ['/assets/a%20b.css', 'text/css; charset=utf-8', 'a {}'],
  ])('%s', async (path, type, body) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(body);
  });

  test('HEAD has the headers and no body', async () => {
    const response = await answer(new Request('app://hookdesk/', { method: 'HEAD' }));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe('38');
    expect(await response.text()).toBe('');
  });
});

test.each([
  '/../secret.html',
  '/%2e%2e/secret.html',
  '/..%2fsecret.html',
  '/assets/..%2f..%2fsecret.html',
  '/..%2frenderer-other%2findex.html',
  '/..%5csecret.html',
  '/%00/index.html',
  '/%E0%A4%A',
  '/assets',
  '/assets/',
  '/assets/missing.js',
  '/assets/index.js/x.js',
  '/assets/unknown.bin',
  '//etc/passwd',
])('%s is not found', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('');
});

test('another host is not found', async () => {
  expect((await answer(new Request('app://other/index.html'))).status).toBe(404);
});

test.each(['POST', 'PUT', 'DELETE'])('%s is not allowed', async (method) => {
  expect((await answer(new Request('app://hookdesk/', { method }))).status).toBe(405);
});

test('every response carries the security headers', async () => {
  for (const response of [await get('/'), await get('/missing.js')]) {
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`script-src 'self';`);
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-frame-options')).toBe('DENY');
  }
});

test('the scheme has no exemption from CSP, and is not for service workers or extensions', () => {
  expect(appSchemePrivileges).toEqual({
    scheme: 'app',
    privileges: { standard: true, secure: true, supportFetchAPI: true },
  });
});
