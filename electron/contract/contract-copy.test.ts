import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { type RunningService, startService } from '../../service/start.ts';
import { composeTestFolder } from '#test-support/composition-fixture.ts';
import { openWindow, type TestWindow, transports } from '#test-support/window-fixture.ts';
import type { PlanRowView, PlanSource } from './plans.ts';
import { filesHolding } from '#test-support/files-in.ts';
import { seenInRows, unseen } from '#test-support/seen-webhooks.ts';

const canary = 'canary-41c7-copy';

async function collected<Event>(stream: Promise<AsyncIterable<Event>>): Promise<Event[]> {
  const events: Event[] = [];
  for await (const event of await stream) events.push(event);
  return events;
}

describe.each(transports)('copies of webhooks on a %s', (transport) => {
  let folder: string;
  let services: RunningService[];
  let window: TestWindow;
  let end: () => Promise<void>;

  const add = async (name: string, { url, root }: RunningService, readOnly = false) => {
    const settings: ConnectionSettings = {
      ...blankConnection,
      name,
      baseUrl: url,
      apiRoot: root,
      variant: 'B',
      authentication: { kind: 'none' },
      readOnly,
    };
    return (await window.client.connections.add({ settings, secrets: {} })).id;
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hookdesk-copy-'));
    services = await Promise.all(
      [3, 0].map((seed) => startService({ variant: 'B', authToken: null, seed })),
    );
    const { ports, close } = await composeTestFolder(folder);
    window = await openWindow(transport, ports, folder);
    end = async () => {
      await window.leave();
      await window.end();
      await close();
      for (const service of services) await service.close();
      rmSync(folder, { recursive: true });
    };
  });
  afterEach(() => end());

  async function prepared(source: Extract<PlanSource, { kind: 'copy' }>) {
    const events = await collected(window.client.plans.prepare(source));
    return {
      rows: events.flatMap((event): PlanRowView[] => (event.kind === 'rows' ? event.rows : [])),
      planId: events.flatMap((event) => (event.kind === 'end' ? event.planId : []))[0] ?? '',
      failed: events.flatMap((event) =>
        event.kind === 'progress' && event.step === 'failed' ? event.problem?.code : [],
      ),
    };
  }

  it('create the last read webhooks with header values, and only once', async () => {
    const { client } = window;
    const [from, to] = services;
    if (from === undefined || to === undefined) throw new Error('No service.');
    const source = await add('acme', from);
    const target = await add('globex', to);
    const readOnly = await add('initech', to, true);
    const listed = await collected(client.webhooks.list({ connectionId: source }));
    const webhooks = listed.flatMap((event) =>
      event.kind === 'rows' ? seenInRows(event.rows) : [],
    );
    const selection = [{ connectionId: source, webhooks }];
    // Stores the values without a message to the window that contains them.
    const secret = { kind: 'set-header', name: 'X-Api-Key', value: canary } as const;
    const edit = await collected(
      client.plans.prepare({ kind: 'webhooks', selection, change: [secret] }),
    );
    const editId = edit.flatMap((event) => (event.kind === 'end' ? event.planId : []))[0] ?? '';
    const options = { atOnce: 4, onFailure: 'stop' } as const;
    await client.plans.run({ planId: editId, keys: { except: [] }, options });
    await collected(client.plans.watch({ planId: editId }));

    const copy = { kind: 'copy' as const, selection, connectionIds: [target, readOnly] };
    const { rows, planId, failed } = await prepared(copy);
    expect(failed).toEqual(['read-only']);
    expect(rows.map(({ action, state }) => `${action} ${state}`)).toEqual(
      webhooks.map(() => 'create ready'),
    );
    await client.plans.run({ planId, keys: { except: [] }, options });
    const run = await collected(client.plans.watch({ planId }));
    expect(run.at(-1)).toMatchObject({
      planState: { title: 'Copy 3 webhooks', counts: { done: 3 } },
    });
    const again = await prepared({ ...copy, connectionIds: [target] });
    expect(new Set(again.rows.map(({ state }) => state))).toEqual(new Set(['unchanged']));

    for (const message of window.received) expect(message).not.toContain(canary);
    expect(filesHolding(folder, canary)).toEqual([]);
    await collected(client.webhooks.list({ connectionId: target }));
    const held = again.rows[0]?.webhookId ?? 0;
    const { webhook } = await client.webhooks.read({ connectionId: target, webhookId: held });
    expect(JSON.stringify(webhook.headers)).toContain(canary);
  });

  it('of a webhook without a snapshot are rejected', async () => {
    const [from, to] = services;
    if (from === undefined || to === undefined) throw new Error('No service.');
    const selection = [{ connectionId: await add('acme', from), webhooks: unseen(1) }];
    const connectionIds = [await add('globex', to)];
    await expect(prepared({ kind: 'copy', selection, connectionIds })).rejects.toThrow(
      'The webhook with the id 1 is not in the list that was last read.',
    );
  });
});
