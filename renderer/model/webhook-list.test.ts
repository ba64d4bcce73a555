import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { HookdeskClient, ListEvent } from '#contract/index.ts';
import { plainProblem } from '#domain/problem.ts';
import { summaryOf } from '#domain/webhook/webhook.ts';
import { aWebhook } from './testing/a-webhook.ts';
import { clientDouble, ListScript } from './testing/client.double.ts';
import { WebhookList } from './webhook-list.svelte.ts';

const readAt = new Date('2026-01-02T03:04:05Z');
const events = (...ids: number[]): ListEvent[] => [
  { kind: 'rows', rows: ids.map((id) => ({ ...summaryOf(aWebhook()), id })) },
  { kind: 'end', readAt, total: ids.length, withoutId: 0 },
];

/** A list whose readings follow these scripts, in turn. */
function listOf(...scripts: ListScript[]): WebhookList {
  const left = [...scripts];
  const list = ((_input: unknown, options?: { signal?: AbortSignal }) => {
    const script = left.shift();
    if (script === undefined) throw new Error('read once more than expected');
    return Promise.resolve(script.answer(options?.signal));
  }) as HookdeskClient['webhooks']['list'];
  return new WebhookList(clientDouble({ webhooks: { list } }), 'connection');
}

describe('reading', () => {
  it('shows the rows once all are there', async () => {
    const script = new ListScript(events(1, 2));
    const list = listOf(script);
    const done = list.read();
    expect(list.status).toBe('reading');
    script.go();
    await done;
    expect(list.rows.map((row) => row.id)).toEqual([1, 2]);
    expect(list).toMatchObject({ status: 'read', readAt, problem: null });
  });

  it('keeps the last rows in sight when reading again fails', async () => {
    const first = new ListScript(events(1));
    const problem = plainProblem('unreachable', 'Nobody answers.', 'Look at the network.');
    const failing = new ListScript([], new ORPCError('PROBLEM', { data: problem }));
    const list = listOf(first, failing);
    const done = list.read();
    first.go();
    await done;
    const again = list.read();
    failing.go();
    await again;
    expect(list.rows).toHaveLength(1);
    expect(list).toMatchObject({ status: 'failed', problem, readAt });
  });

  it('takes no rows from a reading that another one replaced', async () => {
    const slow = new ListScript(events(1));
    const fresh = new ListScript(events(2));
    const list = listOf(slow, fresh);
    const first = list.read();
    const second = list.read();
    expect(slow.signal?.aborted).toBe(true);
    slow.go();
    fresh.go();
    await Promise.all([first, second]);
    expect(list.rows.map((row) => row.id)).toEqual([2]);
    expect(list.status).toBe('read');
  });

  it('can be stopped, which is no failure', async () => {
    const list = listOf(new ListScript(events(1)));
    const done = list.read();
    list.stop();
    await done;
    expect(list).toMatchObject({ status: 'unread', problem: null });
  });
});

describe('filtering', () => {
  it('shows what the latest text finds, whichever answer comes last', async () => {
    const answers = new Map<string, (ids: number[]) => void>();
    const search = (({ text }: { text: string }) =>
      new Promise<number[]>((resolve) =>
        answers.set(text, resolve),
      )) as HookdeskClient['webhooks']['search'];
    const list = new WebhookList(clientDouble({ webhooks: { search } }), 'connection');
    list.put({ ...summaryOf(aWebhook()), id: 1 });
    list.put({ ...summaryOf(aWebhook()), id: 2 });
    const first = list.find('a');
    const second = list.find('ab');
    answers.get('ab')?.([2]);
    answers.get('a')?.([1]);
    await Promise.all([first, second]);
    expect(list.shown.map((row) => row.id)).toEqual([2]);
    await list.find('  ');
    expect(list.shown).toHaveLength(2);
  });
});

describe('putting a row', () => {
  it('replaces the one with its id, and leaves the list alone where nothing differs', () => {
    const list = listOf();
    const row = { ...summaryOf(aWebhook()), id: 1 };
    list.put(row);
    const { rows } = list;
    list.put({ ...row, severities: { ...row.severities } });
    expect(list.rows).toBe(rows);
    list.put({ ...row, name: 'Renamed' });
    expect(list.rows.map(({ name }) => name)).toEqual(['Renamed']);
  });
});
