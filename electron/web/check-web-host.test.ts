// @module-tag slow
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { KeychainFinding } from '#core/vault-ports.ts';
import { lockInstance } from '#adapters/data-folder/instance-lock.ts';
import type { Page } from './page.ts';
import { checkWebHost, type CheckedParts } from './check-web-host.ts';

let temporary = '';
beforeEach(() => {
  temporary = mkdtempSync(join(tmpdir(), 'hookdesk-checked-'));
});
afterEach(() => {
  rmSync(temporary, { recursive: true });
});

const file = (contentType: string, text: string) => ({
  body: Buffer.from(text),
  contentType,
  cacheControl: 'no-cache',
});
const html = '<!doctype html><script type="module" src="/main.js"></script><div id="app"></div>';
const page: Page = new Map([
  ['/', file('text/html', html)],
  ['/main.js', file('text/javascript', '')],
]);

/** A keychain in memory. */
function keychain(finding: KeychainFinding = { kind: 'open' }) {
  const secrets = new Map<string, string>();
  return () => ({
    label: 'Keychain of the test',
    watch: () => undefined,
    probe: () => Promise.resolve(finding),
    get: (name: string) => Promise.resolve(secrets.get(name) ?? null),
    set: (name: string, secret: string) => {
      secrets.set(name, secret);
      return Promise.resolve();
    },
    clear: (name: string) => {
      secrets.delete(name);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  });
}

const folder = (): string => mkdtempSync(join(temporary, 'self-check-'));
const check = (changes: Partial<CheckedParts> = {}, nameFolder = folder) =>
  checkWebHost({ version: '1.2.3', page, keychain: keychain(), ...changes }, nameFolder);

test('every part of the web host passes, and nothing is left behind', async () => {
  const { checks, ...about } = await check();
  expect(about).toMatchObject({ version: '1.2.3', host: 'web' });
  expect(checks.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(checks.map(({ name }) => name)).toEqual([
    'start',
    'settings',
    'database',
    'vault',
    'worker thread',
    'encrypted bundle',
    'practice service',
    'TLS, pinned key',
    'TLS, wrong key',
    'TLS, unknown issuer',
    'TLS, client certificate',
    'page',
    'round trip',
    'keychain',
    'end',
  ]);
  expect(readdirSync(temporary)).toEqual([]);
}, 180_000);

test('every broken part is found, and the others are checked', async () => {
  const reason = 'No keychain is available in this session.';
  const taken = folder();
  const lock = await lockInstance(taken);
  const broken = {
    keychain: keychain({ kind: 'absent', reason }),
    practiceServiceFile: join(temporary, 'no-service.js'),
    bundleThread: join(temporary, 'no-thread.cjs'),
  };
  const { checks } = await check(broken, () => taken);
  lock.release();
  const failed = checks.filter(({ status }) => status === 'failed');
  expect(failed.map(({ name }) => name)).toEqual([
    'worker thread',
    'encrypted bundle',
    'practice service',
    'page',
    'round trip',
    'keychain',
  ]);
  for (const { text, advice } of failed) expect([text, advice]).not.toContain(null);
  expect(failed.at(-1)?.text).toBe(reason);
}, 180_000);

test('without a usable folder, only the reason is reported', async () => {
  const blocked = join(temporary, 'file');
  writeFileSync(blocked, '');
  const { checks } = await check({}, () => join(blocked, 'data'));
  expect(checks).toMatchObject([
    { name: 'start', status: 'failed', text: expect.stringContaining('cannot be used') as string },
    { name: 'other checks', status: 'not run' },
  ]);
});
