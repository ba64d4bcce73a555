import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transports } from '#test-support/window-fixture.ts';
import type { RunningService } from '../../service/start.ts';
import { proceduresOf } from './testing/procedures.ts';
import { collected, openServedWindow, type ServedWindow } from '#test-support/served-window.ts';
import { filesHolding } from '#test-support/files-in.ts';

const old = 'canary-old-91c4e7';
const next = 'canary-new-2b7d05';

describe.each(transports)('a rotation on a %s', (transport) => {
  let served: ServedWindow;

  beforeEach(async () => {
    // Rows of a list contain no header values.
    served = await openServedWindow(transport, 2, async (service) => {
      for (const name of ['One', 'Two']) await createHolder(service, name);
    });
  });
  afterEach(() => served.end());

  it('finds and replaces a value without sending the old or new value to the window', async () => {
    const { connectionId, folder, window } = served;
    const { client, received, reported } = window;
    const events = await collected(client.rotation.find({ kind: 'pasted', value: old }));
    expect(events).toContainEqual(
      expect.objectContaining({
        kind: 'holders',
        connectionId,
        holders: [
          expect.objectContaining({ name: 'One' }),
          expect.objectContaining({ name: 'Two' }),
        ],
      }),
    );
    const searchId =
      events.flatMap((event) => (event.kind === 'end' ? event.searchId : []))[0] ?? '';
    await client.rotation.giveNewValue({ searchId, value: next });
    const prepared = await collected(client.plans.prepare({ kind: 'rotation', searchId }));
    const planId = prepared.flatMap((event) => (event.kind === 'end' ? event.planId : []))[0] ?? '';
    const keys = prepared.flatMap((event) =>
      event.kind === 'rows' ? event.rows.map(({ key }) => key) : [],
    );
    expect(keys).toHaveLength(2);
    await client.plans.row({ planId, key: keys[0] ?? '' });
    await client.plans.run({ planId, keys, options: { atOnce: 1, onFailure: 'stop' } });
    const run = await collected(client.plans.watch({ planId }));
    expect(run.at(-1)).toMatchObject({ planState: { status: 'ended', counts: { done: 2 } } });
    const held = await collected(client.rotation.find({ kind: 'plan', planId }));
    expect(held.filter(({ kind }) => kind === 'holders')).toEqual([]);
    await client.plans.report({ planId, format: 'json' });
    await client.app.diagnostics();
    await client.rotation.forget({ searchId });
    await expect(client.rotation.giveNewValue({ searchId, value: next })).rejects.toMatchObject({
      data: { code: 'refused' },
    });

    for (const message of received) {
      expect(message).not.toContain(old);
      expect(message).not.toContain(next);
    }
    expect(reported).toEqual([]);
    expect([...filesHolding(folder, old), ...filesHolding(folder, next)]).toEqual([]);
    const asked = [...window.asked].filter((name) => name.startsWith('rotation.'));
    expect(asked.sort()).toEqual(proceduresOf(new Set(['rotation'])));
  });
});

async function createHolder({ url, root }: RunningService, name: string): Promise<void> {
  const response = await fetch(`${url}${root}/webhook/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name,
      url: 'https://hooks.example.com/services/ops',
      enabled: true,
      method: 'POST',
      http_headers: [{ http_header_key: 'Authorization', http_header_value: `Bearer ${old}` }],
      payload_template: '{}',
      low_alert: false,
      med_alert: true,
      high_alert: true,
      cleared_alert: false,
      payload_type: 'ALERT',
    }),
  });
  expect(response.ok).toBe(true);
}
