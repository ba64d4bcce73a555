import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBundleThread } from '#adapters/bundle-worker/bundle-thread-host.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { type KeychainLibrary, SystemKeychain } from '#adapters/keychain/system-keychain.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { createSettingsStore } from '#adapters/settings/settings-store.ts';
import type { Ports, WebhookService } from '#core/ports.ts';
import { faultWithoutPlace } from '#domain/bundle/reading/file-fault.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { type Check, runCheck, runChecks } from '../check.ts';
import { selfSigned } from '../self-signed.ts';
import { databaseCheck, keychainCheck, settingsCheck, vaultCheck } from './stored.ts';
import { bundleCheck, practiceCheck, threadCheck } from './programs.ts';
import { tlsChecks } from './tls.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookdesk-checks-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

async function failureOf(check: Check): Promise<string> {
  const { status, text, advice } = await runCheck(check);
  expect(status).toBe('failed');
  expect(advice).not.toBe('');
  return text;
}

test('the certificate of the local server can be read, by its own key, for its own address', () => {
  const certificate = new X509Certificate(selfSigned('Hookdesk self-check').cert);
  expect(certificate.subject).toBe('CN=Hookdesk self-check');
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1');
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(new Date(certificate.validTo).getTime()).toBeGreaterThan(Date.now());
});

describe('TLS', () => {
  const accepting = (
    http: Pick<Ports, 'webhooks' | 'probe'>,
  ): Pick<Ports, 'webhooks' | 'probe'> => {
    const list: WebhookService['list'] = async (target, options) => {
      const { certificate } = await http.probe.certificate(target);
      const { route } = target;
      if (route === undefined) throw new Error('The check names a route.');
      const trust = { kind: 'pinned', certificate } as const;
      return http.webhooks.list({ ...target, route: { ...route, trust } }, options);
    };
    return { ...http, webhooks: { ...http.webhooks, list } };
  };

  test('passes with the real client', async () => {
    const http = createHttpServices();
    const results = await runChecks(tlsChecks(http));
    await http.close();
    expect(results.map(({ status, text }) => ({ status, text }))).toEqual([
      { status: 'passed', text: 'answered over the key that is pinned' },
      { status: 'passed', text: 'refused before a request was sent' },
      { status: 'passed', text: 'refused before a request was sent' },
      { status: 'passed', text: 'refused without one, and answered with one' },
    ]);
  });

  test('fails where any certificate is accepted', async () => {
    const http = createHttpServices();
    const [pinned, wrong, unknown] = await runChecks(tlsChecks(accepting(http)).slice(0, 3));
    await http.close();
    expect(pinned?.status).toBe('passed');
    for (const result of [wrong, unknown]) {
      expect(result).toMatchObject({
        status: 'failed',
        text: 'The server was accepted, although it has to be refused.',
      });
    }
  });

  test('fails where a refusal has another reason, and names the code of the system', async () => {
    const http = createHttpServices();
    const facts = { 'System code': 'ERR_SSL_NEW_WORDING' };
    const problem = plainProblem('unreachable', 'No TLS.', 'Look.', facts);
    const list = () => Promise.reject(new ProblemError(problem));
    const webhooks = { ...http.webhooks, list };
    const results = await runChecks(tlsChecks({ ...http, webhooks }).slice(1));
    await http.close();
    for (const { status, text } of results) {
      expect(status).toBe('failed');
      expect(text).toContain('unreachable, system code ERR_SSL_NEW_WORDING');
    }
  });
});

describe('the keychain', () => {
  /** A keychain in memory; a test changes what it does. */
  function library(changes: Partial<KeychainLibrary> = {}): KeychainLibrary {
    const secrets = new Map<string, string>();
    return {
      getPassword: (_, account) => Promise.resolve(secrets.get(account) ?? null),
      setPassword: (_, account, secret) => {
        secrets.set(account, secret);
        return Promise.resolve();
      },
      deletePassword: (_, account) => Promise.resolve(secrets.delete(account)),
      ...changes,
    };
  }
  const check = (load: () => Promise<KeychainLibrary>): Check =>
    keychainCheck(new SystemKeychain({ directory: folder, load }));

  test('passes where it keeps, gives back and deletes a secret', async () => {
    const result = await runCheck(check(() => Promise.resolve(library())));
    expect(result).toMatchObject({ status: 'passed' });
  });

  test('fails where there is none', async () => {
    const absent = check(() => Promise.reject(new Error('no libsecret')));
    expect(await failureOf(absent)).not.toBe('');
    expect((await runCheck(absent)).advice).toContain('passphrase');
  });

  test('fails where it changes a secret', async () => {
    const changing = library();
    const changed: KeychainLibrary = {
      ...changing,
      // The probe has secrets of another form.
      getPassword: async (service, account) => {
        const secret = await changing.getPassword(service, account);
        return secret?.replace('ä', 'a') ?? null;
      },
    };
    expect(await failureOf(check(() => Promise.resolve(changed)))).toContain('another text');
  });

  test('fails where it does not delete', async () => {
    const keeping = library({ deletePassword: () => Promise.resolve(true) });
    expect(await failureOf(check(() => Promise.resolve(keeping)))).toContain('was deleted');
  });
});

describe('what is stored', () => {
  test('settings pass with the library for them', async () => {
    const settings = createSettingsStore({ directory: folder, store: openConfFile });
    expect(await runCheck(settingsCheck({ settings }, folder))).toMatchObject({ status: 'passed' });
  });

  test('settings that are not in the file fail', async () => {
    writeFileSync(join(folder, 'settings.json'), '{"settings":{"theme":"light"}}', { mode: 0o600 });
    const { settings } = fakePorts();
    expect(await failureOf(settingsCheck({ settings }, folder))).toContain('not in the file');
  });

  test('settings without a file fail', async () => {
    const { settings } = fakePorts();
    expect(await failureOf(settingsCheck({ settings }, folder))).toContain('ENOENT');
  });

  test('a vault that returns another text fails', async () => {
    const { vault, secrets } = fakePorts();
    secrets.get = () => Promise.resolve('another');
    expect(await failureOf(vaultCheck({ vault, secrets }))).toContain('another text');
  });

  test('a database that loses a row fails', async () => {
    const { drafts } = fakePorts();
    drafts.read = () => Promise.resolve({ drafts: [], unreadable: 0 });
    expect(await failureOf(databaseCheck({ drafts }))).toContain('cannot be read');
  });
});

describe('what is started', () => {
  test('a thread whose program is missing fails', async () => {
    const { exports: exportWorker } = createBundleThread(join(folder, 'missing.cjs'));
    expect(await failureOf(threadCheck({ exportWorker }))).toContain('ENOENT');
  });

  test('a bundle that is not encrypted fails', async () => {
    const { exportWorker, bundleWorker } = fakePorts();
    const written = { parts: 1, bytes: 2, containsSecrets: false, leaks: [] };
    const plain = {
      ...exportWorker,
      addSource: () => Promise.resolve(),
      addWebhooks: () => Promise.resolve(),
      write: () => Promise.resolve(written),
      takeText: () => Promise.resolve('{}'),
    };
    const fault = faultWithoutPlace('It has no definitions.');
    const open = () => Promise.resolve({ kind: 'unreadable' as const, fault });
    const add = () => Promise.resolve();
    const reading = { ...bundleWorker, add, open };
    const check = bundleCheck({ exportWorker: plain, bundleWorker: reading });
    expect(await failureOf(check)).toBe('The written bundle is not encrypted.');
  });

  test('a practice service that does not start fails with its own words', async () => {
    const { practice, webhooks } = fakePorts();
    const problem = plainProblem('practice-failed', 'It ended.', 'Look.');
    practice.start = () => Promise.reject(new ProblemError(problem));
    expect(await failureOf(practiceCheck({ practice, webhooks }))).toBe('It ended.');
  });

  test('a practice service without webhooks fails', async () => {
    const { practice, webhooks } = fakePorts();
    webhooks.list = () => Promise.resolve({ webhooks: [] });
    expect(await failureOf(practiceCheck({ practice, webhooks }))).toContain('no webhooks');
  });
});
