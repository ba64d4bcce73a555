// @module-tag slow
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { WebhookEdit } from '#domain/publishing/edit-many.ts';
import { mask, untagged } from '#domain/secrets/masking.ts';
import { transports } from '#test-support/window-fixture.ts';
import type { PlanRowView, WebhookSelection } from './plans.ts';
import { proceduresOf } from './testing/procedures.ts';
import { collected, openServedWindow, type ServedWindow } from '#test-support/served-window.ts';
import { filesHolding } from '#test-support/files-in.ts';
import { unseen } from '#test-support/seen-webhooks.ts';

const canary = 'canary-7f3a-9b2c';
const edits: WebhookEdit[] = [
  { kind: 'set-header', name: 'X-Api-Key', value: canary },
  { kind: 'replace-text', field: 'url', find: '^https?:', replacement: 'https:', isPattern: true },
  { kind: 'field', field: 'severities.low', value: true },
];

describe.each(transports)('edits of many webhooks on a %s', (transport) => {
  let served: ServedWindow;
  let selection: WebhookSelection;

  beforeEach(async () => {
    served = await openServedWindow(transport, 5);
    const { connectionId, webhooks } = served;
    selection = [{ connectionId, webhooks: [...webhooks] }];
  });
  afterEach(() => served.end());

  it('are counted, shown and published without revealing a header value', async () => {
    const { connectionId, webhookIds, folder, window } = served;
    const { client, received, reported } = window;
    const withGone = [...selection, { connectionId, webhooks: unseen(999) }];
    await expect(collected(client.editMany.count({ selection: withGone, edits }))).resolves.toEqual(
      [{ done: 6, changed: [0, 1, 2, 3, 4], missing: [5] }],
    );
    const webhooks = served.webhooks.map((webhook) => ({ connectionId, ...webhook }));
    const rows = await client.editMany.rows({ webhooks, edits });
    expect(rows.map(({ webhookId }) => webhookId)).toEqual(webhookIds);
    for (const { headers } of rows) {
      const values = [...headers.added, ...headers.changed].map(({ value }) => value);
      expect(values.map(untagged)).toEqual([mask]);
    }
    const events = await collected(
      client.plans.prepare({ kind: 'webhooks', selection, change: edits }),
    );
    const planned = events.flatMap((event): PlanRowView[] =>
      event.kind === 'rows' ? event.rows : [],
    );
    const planId = events.flatMap((event) => (event.kind === 'end' ? event.planId : []))[0] ?? '';
    const keys = planned.map(({ key }) => key);
    const shown = await client.plans.row({ planId, key: keys[0] ?? '' });
    expect(shown.request?.body).toContain(mask);
    await client.plans.run({ planId, keys, options: { atOnce: 4, onFailure: 'stop' } });
    const run = await collected(client.plans.watch({ planId }));
    expect(run.at(-1)).toMatchObject({ planState: { status: 'ended', counts: { done: 5 } } });
    await client.plans.report({ planId, format: 'json' });
    await client.app.diagnostics();
    const { webhook } = await client.webhooks.read({ connectionId, webhookId: keys.length });
    expect(webhook.headers).toContainEqual(
      expect.objectContaining({ name: 'X-Api-Key', value: canary }),
    );

    // The last message is the webhook itself; the window masks it.
    for (const message of received.slice(0, -1)) expect(message).not.toContain(canary);
    expect(reported).toEqual([]);
    expect(filesHolding(folder, canary)).toEqual([]);
    const asked = [...window.asked].filter((name) => name.startsWith('editMany.'));
    expect(asked.sort()).toEqual(proceduresOf(new Set(['editMany'])));
  });

  it('with a slow regular expression are rejected with advice', async () => {
    const find = '(.*)*$^';
    const slow: WebhookEdit[] = [
      { kind: 'replace-text', field: 'payloadTemplate', find, replacement: '', isPattern: true },
    ];
    await expect(
      collected(served.window.client.editMany.count({ selection, edits: slow })),
    ).rejects.toThrow('The regular expression took longer than 2 s.');
  });
});
