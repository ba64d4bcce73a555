import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { certificate, type KeyPair, trustedFacts } from '#adapters/http/testing/certificates.ts';
import { httpsServer, type TestServer } from '#adapters/http/testing/servers.ts';
import type { Ports } from '#core/ports.ts';
import { fullSecrets, fullSettings } from '#test-support/connection-fixture.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import {
  maxConnectionFileLength,
  writeConnectionFile,
} from '#domain/installation/connection-file.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { ConnectionView } from './connections.ts';
import { proceduresOf } from './testing/procedures.ts';
import { filesIn } from '#test-support/files-in.ts';

const authToken = 'practice-makes-perfect';
const nothingKept = { authToken: false, password: false, proxyPassword: false, clientKey: false };

async function taken<T>(stream: Promise<AsyncIterable<T>>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of await stream) events.push(event);
  return events;
}

describe.each(transports)('connections on a %s', (transport) => {
  let folder: string;
  let close: () => Promise<void>;
  let ports: Ports;
  let window: TestWindow;
  const services: RunningService[] = [];
  const servers: TestServer[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    const composition = await composeTestFolder(folder);
    ({ close, ports } = composition);
    window = await openWindow(transport, composition.ports, folder, composition.notices);
  });
  afterEach(async () => {
    for (const { id } of await all()) await window.client.connections.remove({ connectionId: id });
    for (const service of services.splice(0)) await service.close();
    for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
    expect(window.reported).toEqual([]);
  });
  afterAll(async () => {
    const group = new Set(['connections']);
    const asked = [...window.asked].filter((name) => name.startsWith('connections.'));
    expect(asked.sort()).toEqual(proceduresOf(group));
    await window.leave();
    await window.end();
    await close();
    rmSync(folder, { recursive: true });
  });

  const all = (): Promise<ConnectionView[]> => window.client.connections.list();
  const names = async (): Promise<string[]> => (await all()).map(({ name }) => name);
  const add = (name: string): Promise<ConnectionView> =>
    window.client.connections.add({ settings: { ...fullSettings, name }, secrets: fullSecrets });
  const service = async (): Promise<ConnectionSettings> => {
    const running = await startService({ variant: 'B', authToken, seed: 3 });
    services.push(running);
    return { ...blankConnection, name: 'acme', baseUrl: running.url, apiRoot: running.root };
  };

  it('are added, changed, duplicated, reordered and removed with their secrets', async () => {
    const { connections } = window.client;
    const first = await add('a');
    const { id: connectionId } = first;
    expect(first).toEqual({
      ...fullSettings,
      name: 'a',
      id: connectionId,
      practice: false,
      has: { ...nothingKept, password: true, proxyPassword: true, clientKey: true },
    });
    const copy = await connections.duplicate({ connectionId, withSecrets: true });
    const bare = await connections.duplicate({ connectionId, withSecrets: false });
    expect(copy.has).toEqual(first.has);
    expect(bare.has).toEqual(nothingKept);
    expect(await names()).toEqual(['a', 'a copy 2', 'a copy']);
    const ordered = await connections.reorder({ connectionIds: [copy.id, bare.id] });
    expect(ordered.map(({ name }) => name)).toEqual(['a', 'a copy', 'a copy 2']);

    const settings = { ...fullSettings, name: 'b', group: 'EMEA', notes: 'Call Jo.' };
    const forget = { secrets: { proxyPassword: null }, forget: ['password' as const] };
    const changed = await connections.change({ connectionId, settings, ...forget });
    expect(changed).toMatchObject({
      name: 'b',
      group: 'EMEA',
      has: { password: false, proxyPassword: true },
    });
    expect(await connections.removalPreview({ connectionId })).toMatchObject({
      name: 'b',
      keptInVault: ['proxyPassword', 'clientKey'],
      certificates: 1,
      notes: true,
    });
    await connections.remove({ connectionId });
    expect(await names()).toEqual(['a copy', 'a copy 2']);
  });

  it('are reported to every window after each change', async () => {
    const { connections } = window.client;
    const leaving = new AbortController();
    const lists = await connections.watch(undefined, { signal: leaving.signal });
    const next = async (): Promise<unknown> => {
      const step = await lists.next();
      return step.done === true ? null : step.value.map(({ name, has }) => [name, has.password]);
    };
    expect(await next()).toEqual([]);
    const { id: connectionId } = await add('a');
    await vi.waitFor(async () => expect(await next()).toEqual([['a', true]]));
    const settings = { ...fullSettings, name: 'b' };
    await connections.change({ connectionId, settings, secrets: {}, forget: ['password'] });
    await vi.waitFor(async () => expect(await next()).toEqual([['b', false]]));
    await connections.remove({ connectionId });
    await vi.waitFor(async () => expect(await next()).toEqual([]));
    leaving.abort();
  });

  it('are exported and imported without secrets', async () => {
    const { connections } = window.client;
    const { id: first } = await add('a');
    const { id: second } = await add('b');
    const file = await connections.export({ connectionIds: [second, first] });
    expect(file.fileName).toMatch(/\.json$/);
    await connections.remove({ connectionId: first });
    const { text } = file;
    expect(await connections.previewImport({ text })).toMatchObject([
      { index: 0, proposal: 'add', settings: { name: 'a' } },
      { index: 1, proposal: 'skip', settings: { name: 'b' } },
    ]);
    const [added] = await connections.import({ text, indices: [0] });
    expect(added).toMatchObject({ ...fullSettings, name: 'a', has: nothingKept });
    for (const wrong of ['[]', ' '.repeat(maxConnectionFileLength + 1)]) {
      await expect(connections.previewImport({ text: wrong })).rejects.toMatchObject({
        code: 'PROBLEM',
        data: { code: 'refused' },
      });
    }
  });

  it('are tested before they are saved', async () => {
    const settings = await service();
    const input = { connectionId: null, settings, secrets: { authToken } };
    const steps = await taken(window.client.connections.test(input));
    expect(steps.at(-1)).toMatchObject({ step: 'variant', state: 'passed' });
  });

  it('trust only the certificate that the user confirmed', async () => {
    const { connections } = window.client;
    const shown = await certificate();
    const server = await httpsServer(shown, (_, response) => response.end('[]'));
    servers.push(server);
    const settings: ConnectionSettings = {
      ...blankConnection,
      name: 'self-signed',
      baseUrl: server.baseUrl,
      authentication: { kind: 'none' },
      proxy: { kind: 'none' },
    };
    const { id: connectionId } = await connections.add({ settings, secrets: {} });
    const reading = () => taken(window.client.webhooks.list({ connectionId }));
    await expect(reading()).rejects.toMatchObject({ data: { code: 'certificate-untrusted' } });

    const seen = await connections.seeCertificate({ connectionId, settings, secrets: {} });
    expect(seen).toMatchObject({ trusted: false, certificate: trustedFacts(shown) });
    const { spkiSha256 } = seen.certificate;
    const other = { connectionId, spkiSha256: trustedFacts(await certificate()).spkiSha256 };
    await expect(connections.trustCertificate(other)).rejects.toMatchObject({
      data: { code: 'refused' },
    });
    const view = await connections.trustCertificate({ connectionId, spkiSha256 });
    expect(view.trust).toEqual({ kind: 'pinned', certificate: seen.certificate });
    expect((await reading()).at(-1)).toMatchObject({ kind: 'end', total: 0 });
  });

  it('from a file trust no certificate that only the file names', async () => {
    const { connections } = window.client;
    const [shown, genuine] = [await certificate(), await certificate({ name: 'genuine' })];
    const requests: string[] = [];
    const server = await httpsServer(shown, ({ url = '' }, response) => {
      requests.push(url);
      response.end('[]');
    });
    servers.push(server);
    // The file shows the fingerprint of a genuine certificate, and the key of another server.
    const { spkiSha256 } = trustedFacts(shown);
    const spoofed = { ...trustedFacts(genuine), spkiSha256 };
    const settings: ConnectionSettings = {
      ...blankConnection,
      name: 'spoofed',
      baseUrl: server.baseUrl,
      authentication: { kind: 'none' },
      proxy: { kind: 'none' },
      trust: { kind: 'pinned', certificate: spoofed },
    };
    const text = writeConnectionFile([settings]);
    const [entry] = await connections.previewImport({ text });
    expect(JSON.stringify(entry)).not.toContain(spoofed.fingerprint);
    expect(entry).toMatchObject({
      proposal: 'add',
      settings: { trust: { kind: 'system' } },
      notes: [
        'The certificate that the file names is not trusted. Select “View certificate…” when you first load the webhooks.',
      ],
    });
    const [added] = await connections.import({ text, indices: [0] });
    expect(added?.trust).toEqual({ kind: 'system' });
    const connectionId = added?.id ?? '';
    const reading = () => taken(window.client.webhooks.list({ connectionId }));
    await expect(reading()).rejects.toMatchObject({
      data: { code: 'certificate-untrusted', certificate: trustedFacts(shown) },
    });
    expect(requests).toEqual([]);
    await connections.trustCertificate({ connectionId, spkiSha256 });
    expect((await reading()).at(-1)).toMatchObject({ kind: 'end', total: 0 });
  });

  it('from a file show each certificate of a CA file, as Hookdesk reads it', async () => {
    const { connections } = window.client;
    const [first, second] = [
      await certificate({ name: 'one' }),
      await certificate({ name: 'two' }),
    ];
    const withCa = (pem: string): ConnectionSettings => ({
      ...blankConnection,
      name: 'acme',
      baseUrl: 'https://acme.example.com',
      authentication: { kind: 'none' },
      trust: { kind: 'ca-file', fileName: 'harmless.pem', pem },
    });
    const asTrusted = second.cert.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE');
    const garbage = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';
    const pem = first.cert + first.cert + asTrusted;
    const text = writeConnectionFile([withCa(pem), withCa(garbage)]);
    const note = (pair: KeyPair): string => {
      const { subject, validFrom, validTo, fingerprint } = trustedFacts(pair);
      const days = `${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`;
      return `Also trusts a certificate from the file: ${subject}, valid ${days}, SHA-256 ${fingerprint}.`;
    };
    expect(await connections.previewImport({ text })).toMatchObject([
      { proposal: 'add', notes: [note(first), note(second)] },
      { proposal: 'impossible', issues: [{ path: 'trust' }] },
    ]);
    const importing = connections.import({ text, indices: [1] });
    await expect(importing).rejects.toMatchObject({ data: { code: 'invalid' } });
  });

  it('are read together, each with its own state', async () => {
    const good = await window.client.connections.add({
      settings: await service(),
      secrets: { authToken },
    });
    const wrong = await window.client.connections.add({
      settings: await service(),
      secrets: { authToken: 'wrong' },
    });
    const connectionIds = [good.id, wrong.id];
    const events = await taken(window.client.webhooks.listAll({ connectionIds }));
    const last = new Map(events.map((event) => [event.connectionId, event]));
    expect(last.get(good.id)).toMatchObject({ state: 'done', total: 3 });
    expect(last.get(wrong.id)).toMatchObject({
      state: 'failed',
      problem: { code: 'unauthorized' },
    });
    expect(await window.client.webhooks.filter({ connectionId: good.id, text: '' })).toHaveLength(
      3,
    );
  });

  it('leave no secret in messages or files', async () => {
    const { connections } = window.client;
    const { id: connectionId } = await add('canaries');
    await connections.duplicate({ connectionId, withSecrets: true });
    await connections.export({ connectionIds: [connectionId] });
    const test = connections.test({ connectionId, settings: fullSettings, secrets: fullSecrets });
    await taken(test).catch(() => undefined);
    const written = filesIn(folder).map(({ text }) => text);
    const secrets = Object.values(fullSecrets).flatMap((secret) =>
      typeof secret === 'string' ? [secret, ...secret.split('\n').slice(1, 2)] : [],
    );
    for (const text of [...window.received, ...written]) {
      for (const secret of secrets.filter((each) => each !== '')) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain(Buffer.from(secret).toString('base64'));
      }
    }
  });

  it('show the addresses of older secrets when the vault opens, until a person confirms them', async () => {
    const { connections, vault } = window.client;
    const passphrase = 'four words without sense';
    await vault.choose({ kind: 'passphrase', passphrase });
    const { id } = await connections.add({ settings: fullSettings, secrets: {} });
    await ports.secrets.set(`connection/${id}/password`, 'as an older version stored it');
    await vault.lock();
    const watching = new AbortController();
    const { signal } = watching;
    const lists = await connections.watchSecretAddresses(undefined, { signal });
    await vault.unlock({ passphrase });
    const address = 'ops at https://monitor.example.com';
    const expected = { installation: 'acme-prod', kind: 'password', address };
    expect((await lists.next()).value).toEqual([expected]);
    await connections.confirmSecretAddresses();
    await vault.lock();
    await vault.unlock({ passphrase });
    expect((await lists.next()).value).toEqual([]);
    watching.abort();
  });
});
