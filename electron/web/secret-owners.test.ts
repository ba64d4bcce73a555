// @module-tag slow
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { certificate } from '#adapters/http/testing/certificates.ts';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import { httpServer, httpsServer, type TestServer } from '#adapters/http/testing/servers.ts';
import { TestKeychain } from '#adapters/keychain/testing/test-keychain.ts';
import { openConfFile } from '#adapters/settings/conf-file.ts';
import { createSettingsStore } from '#adapters/settings/settings-store.ts';
import type { Composition } from '#compose/compose.ts';
import type { Ports } from '#core/ports.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { aDefinition, draftToPublish } from '#test-support/draft-fixture.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import { composeWeb } from './composition.ts';

const passphrase = 'four words without sense';
const token = 'canary-token-of-own';
const olderToken = 'token-of-the-other';

type Kind = 'keychain' | 'passphrase' | 'memory';

let directory: string;
let keychain: TestKeychain;
let own: TestServer;
/** Accepts and records every request, and never answers a create. */
let other: TestServer;
let received: { at: 'own' | 'other'; url: string; text: string }[];
let settings: ConnectionSettings;
let composition: Composition;
let core: TestCore;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'hookdesk-owners-'));
  keychain = new TestKeychain();
  received = [];
  const { cert, key } = await certificate();
  const listening =
    (at: 'own' | 'other') => (request: IncomingMessage, response: ServerResponse) => {
      let body = '';
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        const text = JSON.stringify(request.headers) + body;
        received.push({ at, url: request.url ?? '', text });
        if (request.method === 'POST' && !request.url?.includes('/token')) request.socket.destroy();
        else {
          response.setHeader('content-type', 'application/json');
          response.end(request.url?.includes('/token') ? '{"token": "signed-in"}' : '[]');
        }
      });
    };
  own = await httpServer(listening('own'));
  other = await httpsServer({ cert, key }, listening('other'));
  settings = {
    ...blankConnection,
    name: 'acme',
    baseUrl: own.baseUrl,
    trust: { kind: 'ca-file', fileName: 'ca.pem', pem: cert },
    proxy: { kind: 'none' },
  };
});
afterEach(async () => {
  await core.close();
  await composition.close();
  await own[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  rmSync(directory, { recursive: true, maxRetries: 5 });
});

const file = (name: string): string => join(directory, name);

async function start(kind: Kind): Promise<void> {
  keychain.manner = kind === 'keychain' ? 'open' : 'absent';
  composition = composeWeb({
    dataFolder: directory,
    version: '1.2.3',
    vault: { load: () => Promise.resolve(keychain), cost: { N: 2, r: 1, p: 1 } },
  });
  const { vault } = composition.ports;
  await vault.retry();
  if (kind === 'passphrase') {
    if (vault.state().status === 'locked') await vault.unlock(passphrase);
    else await vault.choose({ kind, passphrase });
  }
  if (kind === 'memory') await vault.choose({ kind });
  core = createTestCore<Ports>(composition.ports);
}

/** Starts Hookdesk again. Secrets in memory stay, as while it runs on. */
async function startAgain(kind: Kind): Promise<void> {
  await core.close();
  if (kind === 'memory') {
    const reread = createSettingsStore({ directory, store: openConfFile });
    core = createTestCore<Ports>({ ...composition.ports, settings: reread });
    return;
  }
  await composition.close();
  await start(kind);
}

const connectionId = (): string => core.connections.list()[0]?.id ?? '';
const list = async (): Promise<unknown> => {
  const client = await core.installations.open(connectionId(), { waitForSignIn: false });
  return client.list();
};

/** Leaves a request without outcome at the other host, then moves the installation to its own. */
async function moveToOwn(kind: Kind): Promise<string> {
  await start(kind);
  const before = { ...settings, baseUrl: other.baseUrl };
  const { id } = await core.connections.add(before, { authToken: olderToken });
  const given = { connectionId: id, base: null, definition: aDefinition('Lost') };
  const publishing = await core.client.publishing.publish(
    await draftToPublish(core.client.drafts, given),
  );
  const published = async (): Promise<void> => {
    for await (const step of publishing) expect(step).toBeDefined();
  };
  await expect(published()).rejects.toThrow('closed the connection before it answered');
  const older = readFileSync(file('settings.json'), 'utf8');
  await core.connections.change(id, settings, { authToken: token });
  await list();
  expect(received.at(-1)?.at).toBe('own');
  expect(received.at(-1)?.text).toContain(token);
  return older;
}

/** Everything that sends requests on its own, or at the wish of a person. */
async function useAll(kind: Kind): Promise<void> {
  const id = connectionId();
  const { client } = core;
  await core.reconciler.reconcileAll();
  // A vault in memory does not store the request without outcome.
  if (kind !== 'memory') {
    expect(await problemOf(core.reconciler.reconcile(id))).toMatchObject({ code: 'unauthorized' });
  }
  for await (const event of await client.webhooks.listAll({ connectionIds: [id] })) {
    expect(event.state).not.toBe('done');
  }
  const saved = core.connections.find(id);
  await expect(
    client.connections.test({ connectionId: id, settings: saved, secrets: {} }),
  ).rejects.toThrow();
  await expect(
    client.detection.detect({ connectionId: id, settings: saved, secrets: {} }),
  ).rejects.toThrow();
  await expect(client.webhooks.read({ connectionId: id, webhookId: 1 })).rejects.toThrow();
  await client.sessions.signOut({ connectionId: id });
}

const changes: Record<string, (older: string) => void> = {
  'an older settings file with another host': (older) => {
    writeFileSync(file('settings.json'), older);
  },
  'an address that was edited by hand': () => {
    const text = readFileSync(file('settings.json'), 'utf8');
    writeFileSync(file('settings.json'), text.replaceAll(own.baseUrl, other.baseUrl));
  },
  'the copy that replaces a damaged settings file': (older) => {
    writeFileSync(file('settings.previous.json'), older);
    writeFileSync(file('settings.json'), '{"connections": [{"id": ');
  },
};
const kinds: Kind[] = ['keychain', 'passphrase', 'memory'];

describe.each(kinds)('an auth token in %s', (kind) => {
  it.each(Object.entries(changes))('goes to no other host after %s', async (_, change) => {
    const older = await moveToOwn(kind);
    await core.close();
    change(older);
    const before = received.length;
    const connections = other.connections();
    await startAgain(kind);
    expect(core.connections.list()).toMatchObject([{ baseUrl: other.baseUrl }]);
    const problem = await problemOf(list());
    expect(problem).toMatchObject({
      code: 'unauthorized',
      message: `Enter the auth token again for acme: it belongs to ${own.baseUrl}, and the address is now ${other.baseUrl}.`,
    });
    await useAll(kind);
    expect(received.slice(before)).toEqual([]);
    expect(other.connections()).toBe(connections);
    // The person enters the token for this address, and nothing else is needed.
    await core.sessions.giveToken(connectionId(), 'entered-for-the-other');
    await list();
    expect(received.at(-1)).toMatchObject({ at: 'other' });
    expect(JSON.stringify(received.slice(before))).not.toContain(token);
  });
});

type Edit = (saved: Record<string, unknown>) => Record<string, unknown>;
const Stored = z.looseObject({ connections: z.array(z.record(z.string(), z.unknown())) });

it.each<[string, Partial<ConnectionSettings>, Edit, string]>([
  [
    'a password for another user',
    { authentication: { kind: 'sign-in', username: 'ops' } },
    (saved) => ({ ...saved, authentication: { kind: 'sign-in', username: 'admin' } }),
    'Enter the password again for acme: it belongs to ops at OWN, and the address is now admin at OWN.',
  ],
  [
    'a password for another host',
    { authentication: { kind: 'sign-in', username: 'ops' } },
    (saved) => ({ ...saved, baseUrl: other.baseUrl }),
    'Enter the password again for acme: it belongs to ops at OWN, and the address is now ops at OTHER.',
  ],
  [
    'a proxy password for another proxy',
    {
      authentication: { kind: 'none' },
      proxy: { kind: 'own', url: 'http://127.0.0.1:9', username: 'me' },
    },
    (saved) => ({ ...saved, proxy: { kind: 'own', url: own.baseUrl, username: 'me' } }),
    'Enter the proxy password again for acme: it belongs to me at http://127.0.0.1:9, and the address is now me at OWN.',
  ],
  [
    'the key of a client certificate for another host',
    { authentication: { kind: 'none' }, clientCertificate: { fileName: 'me.pem', pem: '' } },
    (saved) => ({ ...saved, baseUrl: other.baseUrl }),
    'Enter the key of the client certificate again for acme: it belongs to OWN, and the address is now OTHER.',
  ],
])('%s is not used', async (_, given, edit, message) => {
  await start('keychain');
  const { cert, key } = await certificate({ name: 'client' });
  const secrets = { password: 'canary', proxyPassword: 'canary', clientKey: key };
  const clientCertificate = given.clientCertificate && { fileName: 'me.pem', pem: cert };
  const all = { ...settings, ...given, ...(clientCertificate && { clientCertificate }) };
  await core.connections.add(all, secrets);
  await core.close();
  const stored: unknown = JSON.parse(readFileSync(file('settings.json'), 'utf8'));
  const { connections: saved, ...rest } = Stored.parse(stored);
  writeFileSync(file('settings.json'), JSON.stringify({ ...rest, connections: saved.map(edit) }));
  await startAgain('keychain');
  const expected = message.replaceAll('OWN', own.baseUrl).replaceAll('OTHER', other.baseUrl);
  expect((await problemOf(list())).message).toBe(expected);
  expect(received).toEqual([]);
  expect([own.connections(), other.connections()]).toEqual([0, 0]);
});
