import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { problemOf } from '../http/testing/problems.ts';
import { createSecretStore } from './secret-store.ts';
import { runTryStore } from './testing/running-try-store.ts';

const run = promisify(execFile);
const service = 'Hookdesk tests';
const directory = mkdtempSync(join(tmpdir(), 'hookdesk-keychain-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});

const secretService = (method: string, ...args: string[]) =>
  run('gdbus', [
    ...['call', '--session', '--timeout', '5', '--dest', 'org.freedesktop.secrets'],
    ...['--object-path', '/org/freedesktop/secrets', '--method', method, ...args],
  ]);
const lock = () =>
  secretService(
    'org.freedesktop.Secret.Service.Lock',
    "[objectpath '/org/freedesktop/secrets/collection/login']",
  );
/** What a program of the system finds in the keychain under the service's name. */
const lookUp = async (): Promise<string> =>
  (await run('secret-tool', ['search', '--all', 'service', service])).stdout;

describe('a real Secret Service', () => {
  beforeEach(async () => {
    expect(await lookUp()).toBe('');
  });

  it('keeps secrets from one start to the next, where other programs of the system see them', async () => {
    const secrets = await createSecretStore({ directory, service });
    expect(secrets.describe()).toMatchObject({ kind: 'keychain', reason: null });
    await secrets.set('connection/1/auth-token', 'tök"en\n€');
    expect(await lookUp()).toContain('secret = tök"en\n€');
    const again = await createSecretStore({ directory, service });
    expect(await again.get('connection/1/auth-token')).toBe('tök"en\n€');
    expect(await again.get('connection/2/auth-token')).toBeNull();
    await again.clear('connection/1/auth-token');
    expect(await secrets.get('connection/1/auth-token')).toBeNull();
  });

  it('shares nothing between two data folders', async () => {
    const one = await createSecretStore({ directory, service });
    const other = await createSecretStore({ directory: join(directory, 'other'), service });
    await one.set('name', 'secret');
    expect(await other.get('name')).toBeNull();
    await other.clear('name');
    expect(await one.get('name')).toBe('secret');
    await one.clear('name');
  });

  it('keeps a large secret', async () => {
    const secrets = await createSecretStore({ directory, service });
    const large = 'x'.repeat(65_536);
    await secrets.set('large', large);
    expect(await secrets.get('large')).toBe(large);
    await secrets.clear('large');
  });

  // The last, because nothing here can unlock it again.
  it('is a problem when it is locked meanwhile, and memory when it is locked at the start', async () => {
    const secrets = await createSecretStore({ directory, service });
    await secrets.set('name', 'secret');
    await lock();
    expect((await problemOf(secrets.get('name'))).code).toBe('vault-failed');
    expect((await problemOf(secrets.set('name', 'other'))).code).toBe('vault-failed');
    expect((await problemOf(secrets.clear('name'))).code).toBe('vault-failed');
    const outcome = await runTryStore([directory, service], {});
    expect(outcome).toMatchObject({ kind: 'memory', got: 'secret', cleared: null });
    expect(outcome.took).toBeLessThan(2_500);
    expect(outcome.whole).toBeLessThan(5_000);
  });
});
