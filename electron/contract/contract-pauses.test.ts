import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openServedWindow, type ServedWindow, collected } from '#test-support/served-window.ts';
import { transports } from '#test-support/window-fixture.ts';
import type { PlanRowView } from './plans.ts';
import { proceduresOf } from './testing/procedures.ts';

describe.each(transports)('pauses on a %s', (transport) => {
  let served: ServedWindow;
  beforeEach(async () => {
    served = await openServedWindow(transport, 5);
  });
  afterEach(() => served.end());

  it('begin with a plan, are listed and watched, and end with a plan or without one', async () => {
    const { connectionId, webhooks, window } = served;
    const { client } = window;
    const selection = [{ connectionId, webhooks: [...webhooks] }];
    const day = 86_400_000;
    const until = new Date(Date.now() + 2 * day);
    const terms = { until, reason: 'Maintenance', zone: 'Europe/Berlin', resumesItself: false };

    const run = async (source: Parameters<typeof client.plans.prepare>[0]): Promise<number> => {
      const prepared = await collected(client.plans.prepare(source));
      const rows = prepared.flatMap((event): PlanRowView[] =>
        event.kind === 'rows' ? event.rows : [],
      );
      const keys = rows.filter(({ state }) => state === 'ready').map(({ key }) => key);
      const planId = prepared.flatMap((event) => (event.kind === 'end' ? event.planId : []))[0];
      await client.plans.run({ planId: planId ?? '', keys, options: {} });
      await collected(client.plans.watch({ planId: planId ?? '' }));
      return keys.length;
    };
    const count = await run({ kind: 'pause', selection, ...terms });
    expect(count).toBeGreaterThan(0);
    const [pause] = await client.pauses.list();
    expect(pause).toMatchObject({ status: 'running', until, reason: 'Maintenance' });
    expect(pause?.webhooks).toHaveLength(count);
    expect(pause?.webhooks.every(({ state }) => state === 'paused')).toBe(true);

    const watching = new AbortController();
    const seen: number[] = [];
    const watched = (async () => {
      const states = await client.pauses.watch(undefined, { signal: watching.signal });
      for await (const { pauses } of states) seen.push((pauses ?? []).length);
    })().catch(() => undefined);
    await expect.poll(() => seen.at(-1)).toBe(1);
    expect(await run({ kind: 'resume', pauseIds: [pause?.id ?? ''] })).toBe(count);
    await expect.poll(() => seen.at(-1)).toBe(0);

    const from = new Date(Date.now() + day);
    const { pauseId } = await client.pauses.schedule({ ...terms, selection, from });
    const [scheduled] = await client.pauses.list();
    expect(scheduled).toMatchObject({ id: pauseId, status: 'scheduled', webhooks: [] });
    expect(scheduled?.selection[0]?.webhooks).toHaveLength(webhooks.length);
    expect(await client.pauses.keep()).toEqual({ next: from });
    expect(await client.pauses.end({ pauseId })).toEqual([]);
    await expect(client.pauses.end({ pauseId })).rejects.toMatchObject({
      data: { code: 'refused' },
    });
    watching.abort();
    await watched;
    expect(window.reported).toEqual([]);
    const asked = [...window.asked].filter((name) => name.startsWith('pauses.'));
    expect(asked.sort()).toEqual(proceduresOf(new Set(['pauses'])));
  });
});
