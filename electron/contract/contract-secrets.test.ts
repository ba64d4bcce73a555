// @module-tag slow
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Ports } from '#core/ports.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { definitionOf, emptyDefinition } from '#domain/webhook/webhook.ts';
import { startService } from '../../service/start.ts';
import { httpServer } from '#adapters/http/testing/servers.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import { filesIn } from '#test-support/files-in.ts';

/** Contains characters that JSON and URLs escape: quotes, a backslash, a slash, a plus, a space. */
const canary = 'canary-"7f3a"\\9/b+c=&<d> e5d1';

/** Every encoding in which the canary could appear. */
const forms: readonly string[] = [
  canary,
  JSON.stringify(canary).slice(1, -1),
  JSON.stringify(JSON.stringify(canary)).slice(3, -3),
  JSON.stringify(JSON.stringify(JSON.stringify(canary))).slice(7, -7),
  encodeURIComponent(canary),
  encodeURI(canary),
  encodeURIComponent(encodeURIComponent(canary)),
  canary.replaceAll('"', '&quot;').replaceAll('<', '&lt;'),
  Buffer.from(canary).toString('base64'),
  // Base64 at each of three offsets in a longer text, without the variable ends.
  ...[0, 1, 2].map((shift) =>
    Buffer.from('.'.repeat(shift) + canary)
      .toString('base64')
      .slice(shift === 0 ? 0 : 4, -4),
  ),
  Buffer.from(canary).toString('base64url'),
  Buffer.from(canary).toString('hex'),
  // Parts of the canary must not appear either.
  canary.slice(0, 12),
  canary.slice(-12),
];
const holding = (text: string): string[] => forms.filter((form) => text.includes(form));

describe.each(transports)('an auth token on a %s', (transport) => {
  let folder: string;
  let ports: Ports;
  let endPorts: () => Promise<void>;
  let window: TestWindow;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    ({ ports, close: endPorts } = await composeTestFolder(folder));
    window = await openWindow(transport, ports, folder);
  });
  afterEach(async () => {
    await window.leave();
    await window.end();
    await endPorts();
    rmSync(folder, { recursive: true });
  });

  const settingsFor = (baseUrl: string, apiRoot: string): ConnectionSettings => ({
    ...blankConnection,
    name: 'acme',
    baseUrl,
    variant: 'B',
    apiRoot,
  });
  const drained = async (stream: Promise<AsyncIterable<unknown>>): Promise<void> => {
    for await (const event of await stream) expect(event).toBeDefined();
  };
  const failed = async (work: Promise<unknown>): Promise<void> => {
    await expect(work).rejects.toMatchObject({ code: 'PROBLEM' });
  };

  /** Calls all procedures that use one installation. */
  async function useAll(settings: ConnectionSettings): Promise<void> {
    const { client } = window;
    const { id: connectionId } = await client.connections.add({
      settings,
      secrets: { authToken: canary },
    });
    await client.app.about();
    await client.connections.list();
    const test = { connectionId, settings, secrets: {} };
    await drained(client.connections.test(test));
    await drained(client.connections.test({ ...test, secrets: { authToken: canary } }));
    const definition = { ...emptyDefinition('B'), name: 'Chat', url: 'https://a.example.com' };
    await client.publishing.preview({ connectionId, base: null, definition });
    await client.publishing.previewRemoval({ connectionId, webhookId: 1 });
    const fresh = await draftToPublish(client.drafts, { connectionId, base: null, definition });
    const created = drained(client.publishing.publish(fresh));
    await created.catch(() => undefined);
    await drained(client.webhooks.list({ connectionId })).catch(() => undefined);
    await client.webhooks.filter({ connectionId, text: 'a' });
    const read = await client.webhooks.read({ connectionId, webhookId: 1 }).catch(() => null);
    if (read !== null) {
      const base = read.webhook;
      const changed = { ...definitionOf(base), enabled: !base.enabled };
      await client.publishing.preview({ connectionId, base, definition: changed });
      const edit = await draftToPublish(client.drafts, { connectionId, base, definition: changed });
      await drained(client.publishing.publish(edit));
      await failed(client.publishing.remove({ connectionId, base }));
    }
    const testSend = { connectionId, webhookId: 1, definition, values: {}, scenario: 'HIGH' };
    const rules = 'plain';
    await client.testSends.send({ ...testSend, rules, destination: { kind: 'receiver' } });
    const destination = { kind: 'target' as const, host: 'b.example.com' };
    await failed(client.testSends.send({ ...testSend, rules, destination }));
    await client.testSends.list({ connectionId });
    const { received } = await client.receiver.stop();
    await client.receiver.read({ receivedId: received[0]?.id ?? 0 });
    await client.templates.chooseRules({ connectionId, rules });
    await client.templates.memory({ connectionId });
    await client.app.diagnostics();
    await client.connections.change({ connectionId, settings, secrets: { authToken: canary } });
    await client.connections.remove({ connectionId });
  }

  function expectNoTrace(): void {
    expect(window.received.length).toBeGreaterThan(10);
    for (const message of window.received) expect(holding(message)).toEqual([]);
    expect(holding(window.reported.join('\n'))).toEqual([]);
    for (const { path, text } of filesIn(folder)) expect(holding(text), path).toEqual([]);
  }

  it('goes to the service, and never to the window or into a file', async () => {
    const sent = new Set<unknown>();
    const service = await startService({
      variant: 'B',
      authToken: canary,
      seed: 3,
      onRequest: ({ headers }) => sent.add(headers['x-auth-token']),
    });
    await useAll(settingsFor(service.url, service.root));
    await service.close();
    expect([...sent]).toEqual([canary]);
    expectNoTrace();
  });

  it('is encrypted under a passphrase, which never appears either', async () => {
    const { client } = window;
    const wrong = `${canary}!`;
    await failed(client.vault.choose({ kind: 'keychain' }));
    await client.vault.choose({ kind: 'passphrase', passphrase: canary });
    const { id: connectionId } = await client.connections.add({
      settings: settingsFor('http://127.0.0.1:1', '/api/v14'),
      secrets: { authToken: canary },
    });
    await failed(client.vault.choose({ kind: 'passphrase', passphrase: canary }));
    await client.vault.lock();
    await failed(drained(client.webhooks.list({ connectionId })));
    await failed(client.vault.unlock({ passphrase: wrong }));
    await expect(client.vault.unlock({ passphrase: canary.repeat(100) })).rejects.toThrow();
    await client.vault.unlock({ passphrase: canary });
    await failed(client.vault.changePassphrase({ old: wrong, new: canary }));
    await client.vault.changePassphrase({ old: canary, new: `${canary}${canary}` });
    await client.vault.autoLock({ minutes: null });
    await client.vault.retry();
    await client.connections.list();
    expectNoTrace();
    await client.vault.startAnew();
    expectNoTrace();
  });

  it.each([
    ['as it is', (token: string) => token],
    ['as JSON', (token: string) => JSON.stringify({ error: token })],
    ['as JSON in JSON', (token: string) => JSON.stringify({ error: JSON.stringify({ token }) })],
    [
      'as an address in an address',
      (token: string) => encodeURIComponent(encodeURIComponent(token)),
    ],
    ['in base64', (token: string) => Buffer.from(token).toString('base64')],
    ['as a page', (token: string) => `<p>${token.replaceAll('"', '&quot;')}</p>`],
    ['as an address', (token: string) => `/login?token=${encodeURIComponent(token)}`],
  ])('repeated by an installation in its errors %s is masked', async (_, write) => {
    for (const status of [400, 401, 404, 500]) {
      const server = await httpServer((request, response) => {
        const token = String(request.headers['x-auth-token']);
        response.writeHead(status, { 'x-debug': write(token).replaceAll('\n', ' ') });
        response.end(write(token));
      });
      await useAll(settingsFor(server.baseUrl, '/api/v14'));
      await server[Symbol.asyncDispose]();
    }
    expect(window.received.join()).toContain('••••••••');
    expectNoTrace();
  });
});
