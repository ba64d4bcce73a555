import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Encrypter } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passphraseRecipient } from '#adapters/bundle-encryption/age-file.ts';
import type { Ports } from '#core/ports.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { CompareEvent } from './comparisons.ts';
import type { PlanSource, PlanState } from './plans.ts';
import { proceduresOf } from './testing/procedures.ts';
import type { SeenWebhook } from '#domain/webhook/listed.ts';
import { seenInRows } from '#test-support/seen-webhooks.ts';

const secret = 'canary-of-the-reference';

describe.each(transports)('comparisons on a %s', (transport) => {
  let folder: string;
  let ports: Ports;
  let endPorts: () => Promise<void>;
  let window: TestWindow;
  const services: RunningService[] = [];
  const ids: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-contract-'));
    const composition = await composeTestFolder(folder);
    ({ ports, close: endPorts } = composition);
    window = await openWindow(transport, ports, folder, composition.notices);
    for (const name of ['acme', 'globex']) {
      const service = await startService({ variant: 'B', authToken: null });
      services.push(service);
      const settings = {
        ...blankConnection,
        name,
        baseUrl: service.url,
        variant: 'B' as const,
        apiRoot: service.root,
        authentication: { kind: 'none' as const },
      };
      ids.push((await window.client.connections.add({ settings, secrets: {} })).id);
    }
    const [first] = services;
    const [connectionId = ''] = ids;
    if (first === undefined) throw new Error('There is no service.');
    const definition = {
      ...emptyDefinition('B'),
      name: 'Chat',
      url: 'https://chat.example.com/',
      headers: [{ id: null, name: 'Authorization', value: `Bearer ${secret}` }],
    };
    await ports.webhooks.send(
      { baseUrl: first.url, apiRoot: first.root, variant: 'B', authToken: null },
      { action: 'create', definition },
    );
    for (const id of [connectionId, ids[1] ?? '']) {
      for await (const event of await window.client.webhooks.list({ connectionId: id })) {
        expect(event.kind).not.toBe('failed');
      }
    }
  });
  afterAll(async () => {
    const asked = [...window.asked].filter((name) => name.startsWith('comparisons.'));
    expect(asked.sort()).toEqual(proceduresOf(new Set(['comparisons'])));
    expect(window.reported).toEqual([]);
    await window.leave();
    await window.end();
    for (const service of services) await service.close();
    await endPorts();
    rmSync(folder, { recursive: true });
  });

  it('compare, plan a row, export and close, and send no secret to the window', async () => {
    const { client } = window;
    const [connectionId = '', otherId = ''] = ids;
    const reference = { kind: 'installation' as const, connectionId };
    const events: CompareEvent[] = [];
    const input = { reference, otherIds: [otherId], ignoredParts: [] };
    for await (const event of await client.comparisons.open(input)) events.push(event);
    const end = events.find((event) => event.kind === 'end');
    const rows = events.flatMap((event) => (event.kind === 'rows' ? event.rows : []));
    const comparisonId = end?.comparisonId ?? '';
    expect(rows).toMatchObject([{ name: 'Chat', cells: [{ column: 0, kind: 'missing' }] }]);
    const row = await client.comparisons.row({ comparisonId, key: rows[0]?.key ?? '' });
    expect(row.parts.find(({ part }) => part === 'header:authorization')?.values).toEqual([
      'Bearer ••••••••',
    ]);
    for (const format of ['csv', 'markdown', 'html'] as const) {
      const { text } = await client.comparisons.export({ comparisonId, format, keys: null });
      expect(text).toContain('missing');
    }
    const source = { kind: 'comparison' as const, comparisonId, keys: null, connectionIds: null };
    let planId = '';
    let key = '';
    for await (const event of await client.plans.prepare({ ...source, alsoRemove: false })) {
      if (event.kind === 'rows') key = event.rows[0]?.key ?? '';
      if (event.kind === 'end') ({ planId } = event);
    }
    const { request } = await client.plans.row({ planId, key });
    expect(request?.body).toContain('Bearer ••••••••');
    expect(window.received.join('')).not.toContain(secret);
    await client.comparisons.close({ comparisonId });
    await expect(client.comparisons.row({ comparisonId, key: 'x' })).rejects.toThrow('was closed');
  });

  it('compare an encrypted file, do not change its omitted secret, and are equal after the import', async () => {
    const { client } = window;
    const [connectionId = ''] = ids;
    const encrypter = new Encrypter();
    encrypter.addRecipient(passphraseRecipient('correct horse', 10));
    const sealed = await encrypter.encrypt(
      JSON.stringify({
        format: 'hookdesk-bundle',
        version: '1.0',
        webhooks: [
          {
            key: 'chat',
            name: 'Chat',
            enabled: false,
            url: 'https://chat.example.com/',
            headers: [{ name: 'Authorization', value: ['Bearer ', { secret: 'chat' }] }],
          },
        ],
      }),
    );
    const { fileId } = await client.bundles.beginFile({
      name: 'team.hookdesk.json.age',
      bytes: sealed.length,
    });
    await client.bundles.addToFile({ fileId, part: Buffer.from(sealed).toString('base64') });
    expect((await client.bundles.openFile({ fileId })).status).toBe('locked');
    await client.bundles.unlockFile({ fileId, passphrase: 'correct horse' });
    const reference = { kind: 'bundle' as const, fileId };
    const compared = async () => {
      const events: CompareEvent[] = [];
      const input = { reference, otherIds: [connectionId], ignoredParts: [] };
      for await (const event of await client.comparisons.open(input)) events.push(event);
      const end = events.find((event) => event.kind === 'end');
      const rows = events.flatMap((event) => (event.kind === 'rows' ? event.rows : []));
      return { comparisonId: end?.comparisonId ?? '', readAt: end?.readAt, rows };
    };
    const before = await compared();
    expect(before).toMatchObject({
      readAt: null,
      rows: [{ name: 'Chat', cells: [{ kind: 'differs', different: 1, unknown: 1 }] }],
    });
    const { comparisonId } = before;
    for (const format of ['csv', 'markdown', 'html'] as const) {
      const { text } = await client.comparisons.export({ comparisonId, format, keys: null });
      expect(text).toContain('team.hookdesk.json.age');
    }
    const row = await client.comparisons.row({ comparisonId, key: before.rows[0]?.key ?? '' });
    expect(row.parts.find(({ part }) => part === 'header:authorization')?.sides).toEqual([
      { state: 'unknown', value: 1 },
    ]);
    let planId = '';
    const keys: string[] = [];
    const source = { kind: 'bundle' as const, fileId, keys: ['chat'], ignoredParts: [] };
    const asked = { ...source, connectionIds: [connectionId], alsoRemove: false };
    for await (const event of await client.plans.prepare(asked)) {
      if (event.kind === 'rows') keys.push(...event.rows.map(({ key }) => key));
      if (event.kind === 'end') ({ planId } = event);
    }
    expect(window.received.join('')).not.toContain(secret);
    await client.plans.run({ planId, keys, options: { atOnce: 1, onFailure: 'stop' } });
    for await (const event of await client.plans.watch({ planId })) {
      if (event.kind === 'state') expect(event.planState.counts.failed).toBe(0);
    }
    expect((await compared()).rows).toMatchObject([{ cells: [{ kind: 'same', unknown: 1 }] }]);
  });

  it('compare with an earlier time, create a deleted webhook, and are equal after that', async () => {
    const { client } = window;
    const [connectionId = ''] = ids;
    const at = new Date();
    await expect.poll(() => new Date() > at).toBe(true);
    const published = async (source: PlanSource): Promise<void> => {
      let planId = '';
      const keys: string[] = [];
      for await (const event of await client.plans.prepare(source)) {
        if (event.kind === 'rows') keys.push(...event.rows.map(({ key }) => key));
        if (event.kind === 'end') ({ planId } = event);
      }
      await client.plans.run({ planId, keys, options: { atOnce: 1, onFailure: 'stop' } });
      const states: PlanState[] = [];
      for await (const event of await client.plans.watch({ planId })) {
        if (event.kind === 'state') states.push(event.planState);
      }
      expect(states.at(-1)?.counts).toMatchObject({ done: 1 });
    };
    const compared = async () => {
      const events: CompareEvent[] = [];
      const reference = { kind: 'history' as const, connectionId, at };
      const input = { reference, otherIds: [connectionId], ignoredParts: [] };
      for await (const event of await client.comparisons.open(input)) events.push(event);
      const rows = events.flatMap((event) => (event.kind === 'rows' ? event.rows : []));
      const end = events.find((event) => event.kind === 'end');
      return { comparisonId: end?.comparisonId ?? '', note: end?.note, rows };
    };
    const webhooks: SeenWebhook[] = [];
    for await (const event of await client.webhooks.list({ connectionId })) {
      if (event.kind === 'rows') webhooks.push(...seenInRows(event.rows));
    }
    const selection = [{ connectionId, webhooks }];
    await published({ kind: 'webhooks', selection, change: 'delete' });
    const before = await compared();
    expect(before.rows).toMatchObject([{ name: 'Chat', cells: [{ kind: 'missing' }] }]);
    expect(before.note).toBe('Only changes made with Hookdesk on this computer are known.');
    const source = { kind: 'comparison' as const, comparisonId: before.comparisonId };
    await published({ ...source, keys: null, connectionIds: null, alsoRemove: false });
    expect((await compared()).rows).toMatchObject([{ name: 'Chat', cells: [] }]);
    expect(window.received.join('')).not.toContain(secret);
  });
});
