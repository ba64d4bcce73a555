import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blankConnection } from '#domain/installation/connection.ts';
import { sameContent } from '#domain/webhook/difference.ts';
import { definitionOf, type Webhook, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { type RunningService, startService } from '../../service/start.ts';
import type { Composition } from '#compose/compose.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import { JournalFilter, type JournalState } from './journal.ts';
import { proceduresOf } from './testing/procedures.ts';
import { filesHolding } from '#test-support/files-in.ts';

const passphrase = 'correct horse battery staple';
const all = JournalFilter.parse({});

async function taken<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const events: T[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe.each(transports)('the journal on a %s', (transport) => {
  let folder: string;
  let composition: Composition;
  let window: TestWindow;
  let service: RunningService;
  let connectionId: string;

  const open = async (): Promise<void> => {
    composition = await composeTestFolder(folder);
    const { vault } = composition.ports;
    window = await openWindow(transport, composition.ports, folder, []);
    if (vault.state().kind === 'passphrase') await window.client.vault.unlock({ passphrase });
  };
  const asked = new Set<string>();
  const end = async (): Promise<void> => {
    for (const name of window.asked) if (name.startsWith('journal.')) asked.add(name);
    expect(window.reported).toEqual([]);
    await window.leave();
    await window.end();
    await composition.close();
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-journal-'));
    service = await startService({ variant: 'B', authToken: null, seed: 3 });
    await open();
    const settings = {
      ...blankConnection,
      name: 'acme',
      baseUrl: service.url,
      variant: 'B' as const,
      apiRoot: service.root,
      authentication: { kind: 'none' as const },
    };
    ({ id: connectionId } = await window.client.connections.add({ settings, secrets: {} }));
  });
  afterAll(async () => {
    await end();
    await service.close();
    rmSync(folder, { recursive: true });
    expect([...asked].sort()).toEqual(proceduresOf(new Set(['journal'])));
  });

  const held = async (webhookId: number): Promise<Webhook> =>
    (await window.client.webhooks.read({ connectionId, webhookId })).webhook;
  const page = (filter: Partial<JournalFilter> = {}, after: string | null = null, limit = 10) =>
    window.client.journal.page({ filter: { ...all, ...filter }, after, limit });
  const publish = async (base: Webhook, definition: WebhookDefinition): Promise<void> => {
    const { drafts, publishing } = window.client;
    const input = await draftToPublish(drafts, { connectionId, base, definition });
    await taken(await publishing.publish(input));
  };
  const told = async (until: (state: JournalState) => boolean): Promise<JournalState> => {
    for await (const state of await window.client.journal.watch()) {
      if (until(state)) return state;
    }
    throw new Error('It was not told.');
  };
  const text = async (filter: Partial<JournalFilter> = {}): Promise<string> => {
    const parts = await window.client.journal.export({ filter: { ...all, ...filter } });
    return (await taken(parts)).join('');
  };

  it('lists published changes with their author, also after a restart', async () => {
    const { client } = window;
    const base = await held(1);
    const canary = 'c4n4ryInTheHeader';
    const definition = {
      ...definitionOf(base),
      name: 'Renamed',
      headers: [...base.headers, { id: null, name: 'X-Api-Key', value: canary }],
    };
    await publish(base, definition);
    await client.publishing.remove({ connectionId, base: await held(2) });
    expect(await told(({ status }) => status === 'memory')).toMatchObject({ waiting: 2, open: [] });
    await client.vault.choose({ kind: 'passphrase', passphrase });
    expect(await told(({ status }) => status === 'kept')).toMatchObject({ waiting: 0 });
    await end();
    expect(filesHolding(folder, canary)).toEqual([]);
    await open();

    const { entries, next } = await page();
    expect(next).toBeNull();
    expect(entries).toMatchObject([
      { action: 'delete', outcome: 'done', webhookId: 2, connectionName: 'acme' },
      { action: 'update', outcome: 'done', webhookId: 1, name: 'Renamed' },
    ]);
    expect(entries[1]).toMatchObject({
      changes: 'name, new header X-Api-Key',
      who: userInfo().username,
    });
    const entry = await window.client.journal.read({ entryId: entries[1]?.id ?? '' });
    expect(entry.before).toEqual(base);
    expect(entry.after).toMatchObject({ id: 1, name: 'Renamed' });
    expect(entry.request).toMatchObject({ method: 'PUT' });
    const first = await page({}, null, 1);
    const second = await page({}, first.next, 1);
    expect([...first.entries, ...second.entries]).toEqual(entries);
    expect((await page({ text: 'renamed ACME' })).entries).toEqual([entries[1]]);
    expect((await page({ webhookId: 2 })).entries).toEqual([entries[0]]);

    const exported = await text();
    expect(exported).toContain(`update webhook 1 “Renamed” on acme (variant B)`);
    expect(exported).toContain('Header X-Api-Key added: ••••••••');
    expect(exported).not.toContain(canary);
    expect(await text({ webhookId: 2 })).not.toContain('Renamed');
  });

  it('undoes an update and a delete in one plan', async () => {
    const { client } = window;
    const { entries } = await page();
    const before = await Promise.all(
      entries.map(async ({ id }) => (await client.journal.read({ entryId: id })).before),
    );
    let planId = '';
    const keys: string[] = [];
    const counted = await taken(await client.journal.count({ filter: all }));
    expect(counted).toMatchObject([{ kind: 'end', total: entries.length }]);
    const source = { kind: 'undo' as const, entryIds: entries.map(({ id }) => id) };
    for await (const event of await client.plans.prepare(source)) {
      if (event.kind === 'rows') keys.push(...event.rows.map(({ key }) => key));
      if (event.kind === 'end') ({ planId } = event);
    }
    await client.plans.run({ planId, keys, options: { atOnce: 4, onFailure: 'stop' } });
    await taken(await client.plans.watch({ planId }));
    const [recreated, updated] = before;
    const after = await page({ planId });
    expect(after.entries.map(({ action, undoes }) => `${action} ${undoes}`).sort()).toEqual(
      [`create ${entries[0]?.id}`, `update ${entries[1]?.id}`].sort(),
    );
    const newId = after.entries.find(({ action }) => action === 'create')?.webhookId ?? 0;
    const [again, back] = [await held(newId), await held(1)];
    expect(recreated && sameContent(again, recreated)).toBe(true);
    expect(updated && sameContent(back, updated)).toBe(true);
  });

  it('stores the retention period, and reconciles open entries', async () => {
    const { client } = window;
    expect(await client.journal.keep({ days: 30 })).toMatchObject({ keepDays: 30, pruned: null });
    expect(await client.settings.read()).toMatchObject({ journalDays: 30 });
    expect(await client.journal.settle()).toMatchObject({ status: 'kept', open: [] });
    await expect(client.journal.read({ entryId: 'none' })).rejects.toMatchObject({
      data: { code: 'refused' },
    });
  });

  it('blocks requests while it cannot be written', async () => {
    const { client } = window;
    const base = await held(3);
    const state = told(({ status }) => status === 'locked');
    await client.vault.lock();
    const locked = publish(base, { ...definitionOf(base), name: 'Never sent' });
    await expect(locked).rejects.toMatchObject({ data: { code: 'vault-locked' } });
    expect(await state).toMatchObject({ waiting: 0 });
    await client.vault.unlock({ passphrase });
    await told(({ status }) => status === 'kept');
    expect(await held(3)).toEqual(base);
  });
});
