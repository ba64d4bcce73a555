import { ORPCError } from '@orpc/client';
import { describe, expect, it, vi } from 'vitest';
import type { HookdeskClient } from '#contract/index.ts';
import type { ListEvent } from '#contract/webhooks.ts';
import type { RemoteMarkSummary, LastListEvent, SnapshotState } from '#contract/snapshots.ts';
import { plainProblem } from '#domain/problem.ts';
import { summaryOf } from '#domain/webhook/webhook.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { fakeClient, ListScript, streamOf } from '../../shared/testing/client.fake.ts';
import { WebhookList } from './webhook-list.svelte.ts';

const readAt = new Date('2026-01-02T03:04:05Z');
const events = (...ids: number[]): ListEvent[] => [
  { kind: 'rows', rows: ids.map((id) => ({ ...summaryOf(aWebhook()), id })) },
  { kind: 'end', readAt, total: ids.length },
];

/** Ids of the shortest list that is shown in parts. */
const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

/** A list whose reads follow these scripts, in order. */
function listOf(...scripts: ListScript[]): WebhookList {
  const left = [...scripts];
  const list = ((_input: unknown, options?: { signal?: AbortSignal }) => {
    const script = left.shift();
    if (script === undefined) throw new Error('read once more than expected');
    return Promise.resolve(script.answer(options?.signal));
  }) as HookdeskClient['webhooks']['list'];
  return new WebhookList(fakeClient({ webhooks: { list } }), 'connection');
}

describe('reading', () => {
  it('shows the rows after all arrived', async () => {
    const script = new ListScript(events(1, 2));
    const list = listOf(script);
    const done = list.read();
    expect(list.status).toBe('reading');
    script.go();
    await done;
    expect(list.rows.map((row) => row.id)).toEqual([1, 2]);
    expect(list).toMatchObject({ status: 'read', readAt, problem: null });
  });

  it('keeps the last rows when a refresh fails', async () => {
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

  it('ignores the rows of a replaced read', async () => {
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

  it('can be stopped without a failure', async () => {
    const list = listOf(new ListScript(events(1)));
    const done = list.read();
    list.stop();
    await done;
    expect(list).toMatchObject({ status: 'unread', problem: null });
  });
});

describe('the first read of a long list', () => {
  const [rows, end] = events(1, 2);
  if (rows?.kind !== 'rows' || end === undefined) throw new Error('There are two events.');
  const first: ListEvent = { kind: 'first', rows: rows.rows.slice(0, 1) };

  /** A list with its first row; `goOn` continues the read with `rest`. */
  async function begun(rest: () => AsyncGenerator<ListEvent, void, void>) {
    const more = Promise.withResolvers<null>();
    async function* answer(): AsyncGenerator<ListEvent, void, void> {
      yield first;
      await more.promise;
      yield* rest();
    }
    const list = (() => Promise.resolve(streamOf(answer()))) as HookdeskClient['webhooks']['list'];
    const filter = (() => Promise.resolve([2])) as HookdeskClient['webhooks']['filter'];
    const webhooks = new WebhookList(fakeClient({ webhooks: { list, filter } }), 'connection');
    const done = webhooks.read();
    await vi.waitFor(() => {
      expect(webhooks.rows).toHaveLength(1);
    });
    return { list: webhooks, done, goOn: more.resolve };
  }

  it('shows its first rows as a part, and filters after all arrived', async () => {
    const { list, done, goOn } = await begun(async function* () {
      yield* await Promise.resolve([rows, end]);
    });
    expect(list).toMatchObject({ isPart: true, isShown: true, readAt: null });
    await list.filterBy('a');
    expect(list.shown.map(({ id }) => id)).toEqual([1]);
    goOn(null);
    await done;
    expect(list).toMatchObject({ isPart: false, readAt });
    expect(list.rows).toHaveLength(2);
    expect(list.shown.map(({ id }) => id)).toEqual([2]);
  });

  it('keeps rows that were put or dropped during the read', async () => {
    const { list, done, goOn } = await begun(async function* () {
      yield* await Promise.resolve([rows, end]);
    });
    const row = { ...summaryOf(aWebhook()), id: 1, name: 'Renamed' };
    list.put(row);
    list.put({ ...row, id: 3, name: 'New' });
    list.drop(2);
    goOn(null);
    await done;
    expect(list.rows.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Renamed'],
      [3, 'New'],
    ]);
  });

  it('removes its first rows when it fails', async () => {
    const { list, done, goOn } = await begun(async function* () {
      yield* await Promise.reject<ListEvent[]>(new Error('lost'));
    });
    goOn(null);
    await done;
    expect(list).toMatchObject({ rows: [], isPart: false, isShown: false, status: 'failed' });
  });
});

describe('filtering', () => {
  it('finds an edited webhook by its new name and by its name on the installation', async () => {
    const filter = (({ text }: { text: string }) =>
      Promise.resolve(text === 'day' ? [1] : [])) as HookdeskClient['webhooks']['filter'];
    const newNames = () => new Map([[1, 'Night shift']]);
    const list = new WebhookList(fakeClient({ webhooks: { filter } }), 'connection', newNames);
    list.put({ ...summaryOf(aWebhook()), id: 1, name: 'Day shift' });
    list.put({ ...summaryOf(aWebhook()), id: 2 });
    for (const text of ['night', 'day']) {
      await list.filterBy(text);
      expect(list.shown.map(({ id }) => id)).toEqual([1]);
    }
  });

  it('shows the rows of the latest filter in any order of responses', async () => {
    const answers = new Map<string, (ids: number[]) => void>();
    const filter = (({ text }: { text: string }) =>
      new Promise<number[]>((resolve) =>
        answers.set(text, resolve),
      )) as HookdeskClient['webhooks']['filter'];
    const list = new WebhookList(fakeClient({ webhooks: { filter } }), 'connection');
    list.put({ ...summaryOf(aWebhook()), id: 1 });
    list.put({ ...summaryOf(aWebhook()), id: 2 });
    const first = list.filterBy('a');
    const second = list.filterBy('ab');
    answers.get('ab')?.([2]);
    answers.get('a')?.([1]);
    await Promise.all([first, second]);
    expect(list.shown.map((row) => row.id)).toEqual([2]);
    await list.filterBy('  ');
    expect(list.shown).toHaveLength(2);
  });
});

it('lists the ticked ids that exist, in list order', async () => {
  const scripts = [new ListScript(events(1, 2, 3)), new ListScript(events(3, 4))];
  const list = listOf(...scripts);
  for (const script of scripts) script.go();
  await list.read();
  list.ticks.toggle('3');
  list.ticks.toggle('1');
  expect(list.tickedIds).toEqual([1, 3]);
  await list.read();
  expect(list.tickedIds).toEqual([3]);
});

describe('putting a row', () => {
  it('replaces the row with its id, and does not change the list if nothing differs', () => {
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

describe('the last snapshot', () => {
  const mark = (webhookId: number, kind: RemoteMarkSummary['kind']): RemoteMarkSummary => ({
    key: webhookId,
    kind,
    seenAt: readAt,
    was: kind === 'deleted' ? { ...summaryOf(aWebhook()), id: webhookId, name: 'Gone' } : null,
  });
  async function* stateOf(
    ...marks: RemoteMarkSummary[]
  ): AsyncGenerator<SnapshotState, void, void> {
    yield await Promise.resolve({ readAt, marks, problem: null });
  }
  async function* lastOf(...ids: number[]): AsyncGenerator<LastListEvent, void, void> {
    yield* events(...ids) as LastListEvent[];
    await Promise.resolve();
  }
  function listWith(script: ListScript, marks: RemoteMarkSummary[] = []): WebhookList {
    const answers = {
      list: ((_input: unknown, options?: { signal?: AbortSignal }) =>
        Promise.resolve(script.answer(options?.signal))) as HookdeskClient['webhooks']['list'],
      watch: (() =>
        Promise.resolve(streamOf(stateOf(...marks)))) as HookdeskClient['snapshots']['watch'],
      last: (() => Promise.resolve(streamOf(lastOf(1, 2)))) as HookdeskClient['snapshots']['last'],
    };
    const { list, ...snapshots } = answers;
    return new WebhookList(fakeClient({ webhooks: { list }, snapshots }), 'connection');
  }

  it('is shown during a read and stays if the read fails', async () => {
    const script = new ListScript([], new Error('lost'));
    const list = listWith(script);
    const reading = list.read();
    await list.follow();
    await vi.waitFor(() => {
      expect(list.rows.map(({ id }) => id)).toEqual([1, 2]);
    });
    expect(list).toMatchObject({ status: 'reading', readAt, isFresh: false });
    script.go();
    await reading;
    expect(list.rows).toHaveLength(2);
    expect(list).toMatchObject({ status: 'failed', readAt, isFresh: false });
  });

  it('shows its first rows while the others arrive, and all of them at the end', async () => {
    const rest = Promise.withResolvers<null>();
    const [first, second] = [events(...hundred), events(101)];
    async function* inParts(): AsyncGenerator<LastListEvent, void, void> {
      yield* first.slice(0, 1) as LastListEvent[];
      await rest.promise;
      yield* second as LastListEvent[];
    }
    const snapshots = {
      watch: (() => Promise.resolve(streamOf(stateOf()))) as HookdeskClient['snapshots']['watch'],
      last: (() => Promise.resolve(streamOf(inParts()))) as HookdeskClient['snapshots']['last'],
    };
    const filter = (() => Promise.resolve([1])) as HookdeskClient['webhooks']['filter'];
    const client = fakeClient({ snapshots, webhooks: { filter } });
    const list = new WebhookList(client, 'connection');
    await list.follow();
    await vi.waitFor(() => {
      expect(list.rows.map(({ id }) => id)).toEqual(hundred);
    });
    expect(list).toMatchObject({ readAt, isPart: true });
    await list.filterBy('a');
    expect(list.shown.map(({ id }) => id)).toEqual([1]);
    rest.resolve(null);
    await vi.waitFor(() => {
      expect(list.rows.map(({ id }) => id)).toEqual([...hundred, 101]);
    });
    expect(list.isPart).toBe(false);
  });

  it('is removed if only a part of it arrives', async () => {
    const rest = Promise.withResolvers<null>();
    async function* broken(): AsyncGenerator<LastListEvent, void, void> {
      yield* events(...hundred).slice(0, 1) as LastListEvent[];
      await rest.promise;
    }
    const snapshots = {
      watch: (() => Promise.resolve(streamOf(stateOf()))) as HookdeskClient['snapshots']['watch'],
      last: (() => Promise.resolve(streamOf(broken()))) as HookdeskClient['snapshots']['last'],
    };
    const list = new WebhookList(fakeClient({ snapshots }), 'connection');
    await list.follow();
    await vi.waitFor(() => {
      expect(list.rows).toHaveLength(100);
    });
    rest.resolve(null);
    await vi.waitFor(() => {
      expect(list).toMatchObject({ rows: [], readAt: null });
    });
  });

  it('does not replace a list that the window has read', async () => {
    const script = new ListScript(events(7));
    const list = listWith(script);
    script.go();
    await list.read();
    await list.follow();
    expect(list.rows.map(({ id }) => id)).toEqual([7]);
    expect(list.isFresh).toBe(true);
  });

  it('replaces the list if the host has read it since', async () => {
    const script = new ListScript([
      { kind: 'end', readAt: new Date(readAt.getTime() - 1), total: 0 },
    ]);
    const list = listWith(script);
    script.go();
    await list.read();
    expect(list.rows).toEqual([]);
    await list.follow();
    await vi.waitFor(() => {
      expect(list.rows.map(({ id }) => id)).toEqual([1, 2]);
    });
    expect(list).toMatchObject({ status: 'read', readAt });
  });

  it('is filtered to remote changes and deletions while there are any', async () => {
    const script = new ListScript(events(1, 2, 3));
    const list = listWith(script, [mark(2, 'changed'), mark(9, 'deleted')]);
    script.go();
    await list.read();
    await list.follow();
    expect(list.shown).toHaveLength(3);
    list.onlyRemoteChanges = true;
    expect(list.shown.map(({ id }) => id).sort()).toEqual([2, 9]);
    list.remoteChanges.marks = new Map();
    expect(list.shown).toHaveLength(3);
  });
});
