import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Ports } from '#core/ports.ts';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';
import {
  definitionOf,
  emptyDefinition,
  type Webhook,
  type WebhookDefinition,
} from '#domain/webhook/webhook.ts';
import type { ReceivedRequest } from '../../service/http/recorder.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { PublishEvent, PublishOutcome } from './publishing.ts';
import { JournalFilter } from './journal.ts';
import { proceduresOf, testedTogether } from './testing/procedures.ts';
import type { VaultState } from './vault.ts';
import { WindowCommand } from './app.ts';

const authToken = 'practice-makes-perfect';

async function taken<T>(stream: Promise<AsyncIterable<T>>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of await stream) events.push(event);
  return events;
}

function outcomeOf(events: readonly PublishEvent[]): PublishOutcome {
  const last = events.at(-1);
  if (last?.kind !== 'outcome') throw new Error('There is no outcome.');
  return last.outcome;
}

const wholeHistory = JournalFilter.parse({});

describe.each(transports)('the contract on a %s', (transport) => {
  let folder: string;
  let ports: Ports;
  let endPorts: () => Promise<void>;
  let window: TestWindow;
  const services: RunningService[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    const composition = await composeTestFolder(folder);
    ({ ports, close: endPorts } = composition);
    window = await openWindow(transport, ports, folder, composition.notices);
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close();
    expect(window.reported).toEqual([]);
  });
  afterAll(async () => {
    const asked = [...window.asked].filter((name) => testedTogether.has(name.split('.')[0] ?? ''));
    expect(asked.sort()).toEqual(proceduresOf(testedTogether));
    await window.leave();
    await window.end();
    await endPorts();
    rmSync(folder, { recursive: true });
  });

  async function installation(variant: VariantId, seed: number) {
    const requests: ReceivedRequest[] = [];
    const service = await startService({
      variant,
      authToken,
      seed,
      onRequest: (request) => requests.push(request),
    });
    services.push(service);
    const settings: ConnectionSettings = {
      ...blankConnection,
      name: `acme-${variant}`,
      baseUrl: service.url,
      variant,
      apiRoot: service.root,
    };
    const connection = await window.client.connections.add({ settings, secrets: { authToken } });
    return { connectionId: connection.id, connection, settings, requests };
  }

  it('describes the host in about', async () => {
    const { dataFolder, log, ...about } = await window.client.app.about();
    expect(about).toEqual({
      version: '1.2.3',
      host: transport === 'message port' ? 'desktop' : 'web',
      notices: [],
      showsLog: false,
      withoutSandbox: false,
      managed: { kind: 'none' },
    });
    expect(dataFolder).not.toBe('');
    expect(log).toMatch(/hookdesk\.log$/);
  });

  it('lets a window watch for the end of the host, and stop watching', async () => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const events = await window.client.app.watchShutdown(undefined, { signal });
    const first = events.next();
    leaving.abort();
    await expect(first).rejects.toBe(signal.reason);
  });

  it('ignores a late response to a request to save', async () => {
    const report = { id: 1, isSaved: true };
    await expect(window.client.app.reportSaved(report)).resolves.toBeUndefined();
  });

  it('accepts the commands of a window, and lets it watch for selected ones', async () => {
    const refresh = { id: 'read', menu: 'View', label: 'Refresh', shortcut: 'F5', enabled: true };
    const command = WindowCommand.parse(refresh);
    await expect(
      window.client.app.reportCommands({ commands: [command] }),
    ).resolves.toBeUndefined();
    const leaving = new AbortController();
    const { signal } = leaving;
    const events = await window.client.app.watchCommands(undefined, { signal });
    const first = events.next();
    leaving.abort();
    await expect(first).rejects.toBe(signal.reason);
  });

  it('lets a window watch for links', async () => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const events = await window.client.app.watchLinks(undefined, { signal });
    const first = events.next();
    leaving.abort();
    await expect(first).rejects.toBe(signal.reason);
  });

  it('lists connections and problems in the diagnostics, without names and notes', async () => {
    const { client } = window;
    const settings: ConnectionSettings = {
      ...blankConnection,
      name: 'canary-name',
      baseUrl: 'http://127.0.0.1:1/canary-path',
      authentication: { kind: 'none' },
      notes: 'canary-notes',
    };
    const { id: connectionId } = await client.connections.add({ settings, secrets: {} });
    // Each is retried for seconds.
    await Promise.all([
      expect(client.webhooks.read({ connectionId, webhookId: 7 })).rejects.toThrow(),
      expect(taken(client.webhooks.list({ connectionId }))).rejects.toThrow(),
      taken(client.connections.test({ connectionId, settings, secrets: {} })),
    ]);
    const lines = (await client.app.diagnostics()).split('\n');
    await client.connections.remove({ connectionId });
    expect(lines[0]).toMatch(/^Hookdesk 1\.2\.3, (desktop|web)$/);
    expect(lines).toContain('Vault: memory, memory, 0 kept');
    expect(lines.filter((line) => line.includes('http://127.0.0.1:1; variant B'))).toHaveLength(1);
    const told = lines.filter((line) => line.endsWith(': unreachable'));
    expect(told.map((line) => line.split(' ')[1]).toSorted()).toEqual([
      'connections.test:',
      'webhooks.list:',
      'webhooks.read:',
    ]);
    expect(lines.join('\n')).not.toMatch(/canary-(name|notes)/);
  });

  it('opens no external address outside the desktop', async () => {
    const opening = window.client.app.openExternal({ url: 'https://example.com' });
    await expect(opening).rejects.toMatchObject({ code: 'PROBLEM', data: { code: 'refused' } });
  });

  it('names the path of the log when the host cannot show it', async () => {
    const { log } = await window.client.app.about();
    await expect(window.client.app.showLog()).rejects.toMatchObject({
      data: { code: 'refused', advice: `Open the log yourself: ${log}.` },
    });
  });

  it('changes one setting and leaves the others', async () => {
    const before = await window.client.settings.read();
    expect(await window.client.settings.change({ theme: 'dark' })).toEqual({
      ...before,
      theme: 'dark',
    });
    await window.client.settings.change({ panes: [20, 30.5] });
    expect(await window.client.settings.read()).toEqual({
      ...before,
      theme: 'dark',
      panes: [20, 30.5],
    });
  });

  it('lets windows follow the pinned searches', async () => {
    const { settings } = window.client;
    const end = new AbortController();
    const events = await settings.watchSavedSearches(undefined, { signal: end.signal });
    expect((await events.next()).value).toEqual({ savedSearches: [] });
    const savedSearches = [{ name: 'ops', text: 'ops' }];
    await settings.change({ theme: 'dark' });
    await settings.change({ savedSearches });
    expect((await events.next()).value).toEqual({ savedSearches });
    end.abort();
  });

  it('adds, changes, lists and removes a connection', async () => {
    const { connection, connectionId, settings } = await installation('A', 0);
    expect(connection).toEqual({
      ...settings,
      id: connectionId,
      practice: false,
      has: { authToken: true, password: false, proxyPassword: false, clientKey: false },
    });
    const renamed = { ...settings, name: 'globex', readOnly: true };
    const changed = await window.client.connections.change({
      connectionId,
      settings: renamed,
      secrets: {},
    });
    expect(changed).toEqual({ ...connection, name: 'globex', readOnly: true });
    expect(await window.client.connections.list()).toContainEqual(changed);
    await window.client.connections.remove({ connectionId });
    expect(await window.client.connections.list()).not.toContainEqual(changed);
  });

  it('tests a connection step by step, with the stored auth token or a given one', async () => {
    const { connectionId, settings } = await installation('B', 3);
    const { client } = window;
    const kept = await taken(client.connections.test({ connectionId, settings, secrets: {} }));
    expect(kept.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'reach running',
      'reach passed',
      'certificate skipped',
      'authenticate passed',
      'list passed',
      'variant passed',
    ]);
    const wrong = { connectionId: null, settings, secrets: { authToken: 'wrong' } };
    expect((await taken(client.connections.test(wrong))).at(-1)).toMatchObject({
      step: 'authenticate',
      state: 'failed',
      problem: { code: 'unauthorized' },
    });
  });

  it('changes webhooks of a practice installation as another person would', async () => {
    const { practice, webhooks } = window.client;
    const [started] = await practice.start({ ids: ['B'] });
    const connectionId = started?.id ?? '';
    const before = await taken(webhooks.list({ connectionId }));
    expect(await practice.changeWebhooks({ connectionId })).toBe(3);
    expect(await taken(webhooks.list({ connectionId }))).not.toEqual(before);
  });

  it('raises alerts on a practice installation and lists their deliveries', async () => {
    const { practice } = window.client;
    const [started] = await practice.start({ ids: ['B'] });
    const connectionId = started?.id ?? '';
    const { samples } = await practice.overview({ connectionId });
    expect(samples.HIGH).toMatchObject({ CurrentState: 'HIGH' });

    const raised = await practice.raise({
      connectionId,
      event: { kind: 'alert', state: 'HIGH' },
      values: { AlertName: 'Contract alert' },
    });
    expect(raised.deliveries).toBeGreaterThan(0);
    const deliveries = await practice.deliveries({ connectionId });
    expect(deliveries.filter(({ eventId }) => eventId === raised.eventId)).toHaveLength(
      raised.deliveries,
    );
    const { request } = await practice.delivery({
      connectionId,
      deliveryId: deliveries[0]?.id ?? 0,
    });
    expect(request.method).toMatch(/^(POST|PUT)$/);
    await practice.clearDeliveries({ connectionId });
    expect(await practice.deliveries({ connectionId })).toEqual([]);
  });

  it('starts the practice service in both variants', async () => {
    const started = await window.client.practice.start({ ids: ['A', 'B'] });
    expect(started.map(({ variant, practice }) => `${variant} ${practice}`)).toEqual([
      'A true',
      'B true',
    ]);
    for (const { id } of started) {
      const events = await taken(window.client.webhooks.list({ connectionId: id }));
      expect(events.at(-1)).toMatchObject({ kind: 'end' });
    }
  });

  it.each<VariantId>(['A', 'B'])('creates, edits and deletes on variant %s', async (variant) => {
    const { connectionId, requests } = await installation(variant, 5);
    const { client } = window;
    const { hasPayloadType } = variants[variant];
    const fresh: WebhookDefinition = {
      ...emptyDefinition(variant),
      name: 'Chat – “ops” 🪝',
      url: 'https://chat.example.com/hook',
      payloadTemplate: "{'text': '%AlertName%'}\r\n",
    };

    const publishing = async (base: Webhook | null, definition: WebhookDefinition) => {
      const of = { connectionId, base, definition };
      const { namedBefore } = await client.publishing.preview(of);
      const input = { ...(await draftToPublish(client.drafts, of)), namedBefore };
      return outcomeOf(await taken(client.publishing.publish(input)));
    };
    const created = await publishing(null, fresh);
    expect(created).toMatchObject({ kind: 'identical', created: true });
    const again = await publishing(null, fresh);
    expect(again).toMatchObject({ kind: 'identical', created: true, notes: [] });
    expect(again.webhook?.id).not.toBe(created.webhook?.id);

    const listed = await taken(client.webhooks.list({ connectionId }));
    const rows = listed.flatMap((event) => (event.kind === 'rows' ? event.rows : []));
    expect(listed.at(-1)).toMatchObject({ kind: 'end', total: 7 });
    expect(rows).toHaveLength(7);
    const found = await client.webhooks.filter({ connectionId, text: 'chat “ops”' });
    expect(found).toEqual([created.webhook?.id, again.webhook?.id]);

    const webhookId = created.webhook?.id ?? 0;
    const { webhook: base, readAt } = await client.webhooks.read({ connectionId, webhookId });
    expect(readAt).toBeInstanceOf(Date);
    const definition: WebhookDefinition = {
      ...definitionOf(base),
      enabled: false,
      headers: [...base.headers, { id: null, name: 'X-Team', value: 'ops "a"' }],
    };
    const preview = await client.publishing.preview({ connectionId, base, definition });
    requests.length = 0;
    const changed = await publishing(base, definition);
    expect(changed).toMatchObject({ kind: 'identical', created: false, headersDiffer: false });

    const put = requests.find(({ method }) => method === 'PUT');
    expect(put?.body).toBe(preview.request.body);
    expect(`${put?.headers.host}${put?.path}`).toBe(preview.request.url.slice('http://'.length));
    const body: unknown = JSON.parse(put?.body ?? '');
    const change = { added: [{ http_header_key: 'X-Team', http_header_value: 'ops "a"' }] };
    expect(body).toMatchObject({ http_headers: { ...change, changed: [], deleted: [] } });
    expect(body).toHaveProperty(hasPayloadType ? 'http_headers.payload_type' : 'id');
    expect(body).not.toHaveProperty(hasPayloadType ? 'id' : 'http_headers.payload_type');
    expect(body).not.toHaveProperty('payload_type');

    const [latest] = (await client.journal.page({ filter: wholeHistory, after: null, limit: 1 }))
      .entries;
    await expect(
      client.publishing.decideCreate({ entryId: latest?.id ?? '', webhookId: null }),
    ).rejects.toMatchObject({ data: { code: 'refused' } });

    const removal = await client.publishing.previewRemoval({ connectionId, webhookId });
    expect(removal).toMatchObject({ method: 'DELETE', url: preview.request.url, body: null });
    if (changed.webhook === null) throw new Error('Nothing was read back.');
    await client.publishing.remove({ connectionId, base: changed.webhook });
    await expect(client.webhooks.read({ connectionId, webhookId })).rejects.toMatchObject({
      code: 'PROBLEM',
      data: { code: 'not-found' },
    });
  });

  it('counts the recipients of each installation', async () => {
    const { connectionId } = await installation('B', 40);
    await taken(window.client.webhooks.list({ connectionId }));
    const found = await taken(window.client.coverage.ofAll());
    const here = found.find((each) => each.connectionId === connectionId);
    expect(here?.readAt).toBeInstanceOf(Date);
    expect(here?.alerts.high.count).toBeGreaterThan(0);
    expect(here?.alerts.high.names).toHaveLength(5);
  });

  it('transfers 10,000 webhooks in parts with progress', async () => {
    const { connectionId } = await installation('B', 10_000);
    const events = await taken(window.client.webhooks.list({ connectionId }));
    const parts = events.flatMap((event) => (event.kind === 'rows' ? [event.rows] : []));
    const ids = new Set(parts.flat().map(({ id }) => id));
    expect(ids.size).toBe(10_000);
    expect(Math.max(...parts.map((rows) => rows.length))).toBeLessThanOrEqual(500);
    expect(events.some(({ kind }) => kind === 'progress')).toBe(true);
    expect(events.at(-1)).toMatchObject({ kind: 'end', total: 10_000 });
    const found = await window.client.webhooks.filter({ connectionId, text: 'https://' });
    expect(found.length).toBeGreaterThan(0);
    const readings = await taken(window.client.webhooks.listAll({ connectionIds: [connectionId] }));
    expect(readings.at(-1)).toMatchObject({ connectionId, state: 'done', total: 10_000 });
  });

  // The last test: it sets aside the vault with the secrets of other installations.
  it('stores secrets in the selected place and reports the status', async () => {
    const { vault, webhooks } = window.client;
    const seen: string[] = [];
    const watching = new AbortController();
    const watched = (async () => {
      const states = await vault.watch(undefined, { signal: watching.signal });
      for await (const { status, kind } of states) seen.push(`${status} ${kind}`);
    })();
    const told = async (state: Promise<VaultState>): Promise<string> => {
      const { status, kind } = await state;
      return `${status} ${kind}`;
    };
    expect(await told(vault.state())).toBe('memory memory');
    expect(await told(vault.retry())).toBe('memory memory');
    const { connectionId } = await installation('A', 1);
    const passphrase = 'vier Wörter ohne Sinn';
    expect(await told(vault.choose({ kind: 'passphrase', passphrase }))).toBe('ready passphrase');
    expect(await vault.autoLock({ minutes: 5 })).toMatchObject({ autoLockMinutes: 5 });
    await vault.noteUse();
    expect(await told(vault.lock())).toBe('locked passphrase');
    const list = taken(webhooks.list({ connectionId }));
    await expect(list).rejects.toMatchObject({ code: 'PROBLEM', data: { code: 'vault-locked' } });
    await expect(vault.unlock({ passphrase: 'another one' })).rejects.toMatchObject({
      data: { code: 'invalid', issues: [{ path: 'passphrase' }] },
    });
    expect(await told(vault.unlock({ passphrase }))).toBe('ready passphrase');
    await taken(webhooks.list({ connectionId }));
    await vault.changePassphrase({ old: passphrase, new: 'noch ein ganz anderer Satz' });
    await expect(vault.choose({ kind: 'keychain' })).rejects.toMatchObject({
      data: { code: 'vault-locked' },
    });
    await vault.startAnew();
    await expect.poll(() => told(vault.state())).toBe('unavailable keychain');
    expect(await told(vault.choose({ kind: 'memory' }))).toBe('memory memory');
    await expect.poll(() => seen.at(-1)).toBe('memory memory');
    watching.abort();
    await watched.catch(() => undefined);
    expect(seen).toEqual(
      expect.arrayContaining(['ready passphrase', 'locked passphrase', 'unavailable keychain']),
    );
  });
});

it.each(transports)(
  'reports in the notices on a %s that the settings file is damaged',
  async (transport) => {
    const folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    writeFileSync(join(folder, 'settings.json'), '{"connections":[{"id"');
    const { ports, notices, close } = await composeTestFolder(folder);
    const window = await openWindow(transport, ports, folder, notices);
    const about = await window.client.app.about();
    expect(about.notices).toEqual([expect.stringContaining('settings.damaged-')]);
    await window.leave();
    await window.end();
    await close();
    rmSync(folder, { recursive: true });
  },
);
