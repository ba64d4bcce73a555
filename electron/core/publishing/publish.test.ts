import { beforeEach, describe, expect, it } from 'vitest';
import type { PublishEvent } from '#contract/publishing.ts';
import { ProblemError } from '#domain/problem.ts';
import { definitionOf, type Webhook, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { headerChangeSet } from '#domain/webhook/header-change-set.ts';
import { problem } from '#test-support/installation.fake.ts';
import { publish, removeWebhook } from './publish.ts';
import { draftToPublish } from '#test-support/draft-fixture.ts';
import {
  asRead,
  chat,
  type PublishFixture,
  openPublishFixture,
  type Published,
  publishIn,
} from '#test-support/publish-fixture.ts';

let opened: PublishFixture;
let ports: typeof opened.ports;
let connectionId: string;
let held: Webhook;

beforeEach(async () => {
  opened = await openPublishFixture();
  ({ ports, connectionId, held } = opened);
});

const copy = (): Webhook => asRead(held);
const outcomes = (): string[] => [...ports.journal.held.values()].map(({ outcome }) => outcome);
const gatewayTimeout = new ProblemError({
  ...problem('server-failed').problem,
  answer: { status: 504, headers: [], body: '', truncated: false },
});
const steps = (events: PublishEvent[]): string[] =>
  events.map((event) => (event.kind === 'step' ? event.step : event.kind));
const published = (
  base: Webhook | null,
  definition: WebhookDefinition,
  onStep?: (step: string) => void,
  signal?: AbortSignal,
): Promise<Published> => publishIn(opened, base, definition, onStep, signal);

describe('an update', () => {
  const renamed = (): WebhookDefinition => ({ ...definitionOf(held), name: 'Chat – ops' });

  it('reads, sends once, reads back, and reports the requested version', async () => {
    const { events, outcome } = await published(copy(), renamed());
    expect(steps(events)).toEqual(['checking', 'sending', 'reading-back', 'outcome']);
    expect(ports.webhooks.operations).toEqual(['read', 'update', 'read']);
    expect(outcome).toMatchObject({
      kind: 'identical',
      created: false,
      differences: [],
      notes: [],
    });
    expect(outcome?.webhook).toMatchObject({ id: held.id, name: 'Chat – ops' });
  });

  it('sends headers as a change set against the version on the service', async () => {
    const [type] = held.headers;
    const headers = [...held.headers, { id: null, name: 'X-Team', value: 'ops' }];
    const { outcome } = await published(copy(), { ...renamed(), headers });
    expect(outcome).toMatchObject({ kind: 'identical', headersDiffer: false });
    const write = ports.webhooks.asked[1]?.write;
    if (write?.action !== 'update') throw new Error('An update is sent.');
    expect(headerChangeSet(write.live.headers, write.definition.headers)).toEqual({
      added: [{ name: 'X-Team', value: 'ops' }],
      changed: [],
      deleted: [],
      unaddressable: [],
    });
    expect(outcome?.webhook?.headers[0]).toEqual(type);
  });

  it('ignores the order of headers and unknown fields', async () => {
    held.headers.push({ id: 9, name: 'X-A', value: 'v' });
    const base = copy();
    held.headers.reverse();
    held.unknown = { owner: 'somebody' };
    const { outcome } = await published(base, { ...base, name: 'Mine' });
    expect(outcome?.kind).toBe('identical');
  });

  it('names the differences when the service stores another version', async () => {
    ports.webhooks.after = (operation) => {
      if (operation !== 'update') return;
      held.name = held.name.toUpperCase();
      held.headers.pop();
    };
    const { outcome } = await published(copy(), renamed());
    expect(outcome).toMatchObject({
      kind: 'differs',
      differences: [{ field: 'name', before: 'Chat – ops', after: 'CHAT – OPS' }],
      headersDiffer: true,
    });
  });

  it('does not report unreported fields as differences, and names them in a note', async () => {
    held.unreported = ['payloadType', 'severities.low'];
    held.payloadType = null;
    ports.webhooks.after = (operation) => {
      if (operation === 'update') held.payloadType = null;
    };
    const { outcome } = await published(copy(), { ...renamed(), payloadType: 'JOB' });
    expect(outcome).toMatchObject({ kind: 'identical', differences: [] });
    expect(outcome?.notes.join()).toContain('low alerts, payload type');
  });

  it('is not sent when it is invalid, and names the field', async () => {
    const { events, problem: told } = await published(copy(), { ...renamed(), method: 'GET' });
    expect(events).toEqual([]);
    expect(told).toMatchObject({ code: 'invalid', issues: [{ path: 'method', level: 'error' }] });
    expect(ports.webhooks.operations).toEqual([]);
  });

  it('is not sent to a read-only connection', async () => {
    const [saved] = ports.settings.saved;
    if (saved !== undefined) ports.settings.saved = [{ ...saved, readOnly: true }];
    expect((await published(copy(), renamed())).problem?.code).toBe('read-only');
    expect((await published(null, chat)).problem?.code).toBe('read-only');
    await expect(removeWebhook(opened, { connectionId, base: copy() })).rejects.toMatchObject({
      problem: { code: 'read-only' },
    });
    expect(ports.webhooks.operations).toEqual([]);
  });

  it('reports a rejection by the service, without a read-back', async () => {
    ports.webhooks.before = (operation) => {
      if (operation === 'update') throw problem('rejected');
    };
    expect((await published(copy(), renamed())).problem?.code).toBe('rejected');
    expect(ports.webhooks.operations).toEqual(['read', 'update']);
  });

  it.each(['answer-lost', 'server-failed'] as const)(
    'whose response is %s after it was applied is found by the read-back',
    async (code) => {
      ports.webhooks.after = (operation) => {
        if (operation === 'update') throw problem(code);
      };
      const { outcome } = await published(copy(), renamed());
      expect(outcome).toMatchObject({ kind: 'identical', webhook: { name: 'Chat – ops' } });
      expect(outcome?.notes).toEqual([
        expect.stringContaining('A check shows that the request was applied'),
      ]);
      expect(ports.webhooks.operations).toEqual(['read', 'update', 'read']);
    },
  );

  it.each([problem('answer-lost'), gatewayTimeout])(
    'whose response is lost before it was applied is unknown, and not sent again',
    async (doubt) => {
      ports.webhooks.before = (operation) => {
        if (operation === 'update') throw doubt;
      };
      const { problem: told } = await published(copy(), renamed());
      expect(told).toMatchObject({ code: doubt.problem.code, message: doubt.problem.message });
      expect(told?.advice).toContain('Wait for the result before you send this again');
      expect(ports.webhooks.operations).toEqual(['read', 'update', 'read']);
      expect(outcomes()).toEqual(['unknown']);
    },
  );

  it('that failed on the service without effect is reported as a failure', async () => {
    ports.webhooks.before = (operation) => {
      if (operation === 'update') throw problem('server-failed');
    };
    expect((await published(copy(), renamed())).problem?.code).toBe('server-failed');
    expect(outcomes()).toEqual(['not-applied']);
  });

  it('without changes is identical when its response is lost', async () => {
    ports.webhooks.after = (operation) => {
      if (operation === 'update') throw problem('answer-lost');
    };
    expect((await published(copy(), definitionOf(held))).outcome?.kind).toBe('identical');
  });

  it('that was accepted but not read back is unverified', async () => {
    ports.webhooks.before = (operation, nth) => {
      if (operation === 'read' && nth === 2) throw problem('timed-out');
    };
    const { outcome } = await published(copy(), renamed());
    expect(outcome).toMatchObject({ kind: 'unverified', webhook: null, created: false });
    expect(outcome?.notes.join(' ')).toContain('It is timed-out.');
  });

  it('whose response is lost and that cannot be read back reports the lost response', async () => {
    ports.webhooks.before = (operation, nth) => {
      if (operation === 'update') throw problem('answer-lost');
      if (operation === 'read' && nth === 2) throw problem('unreachable');
    };
    expect((await published(copy(), renamed())).problem?.code).toBe('answer-lost');
  });

  it('is not sent when it is cancelled during the first read', async () => {
    const cancelling = new AbortController();
    ports.webhooks.after = (operation) => {
      if (operation === 'read') cancelling.abort();
    };
    const { problem: told } = await published(copy(), renamed(), undefined, cancelling.signal);
    expect(told?.code).toBe('aborted');
    expect(ports.webhooks.operations).toEqual(['read']);
  });

  it('continues to its outcome when it is cancelled after it was sent', async () => {
    const cancelling = new AbortController();
    const onStep = (step: string): void => {
      if (step === 'reading-back') cancelling.abort();
    };
    const { outcome } = await published(copy(), renamed(), onStep, cancelling.signal);
    expect(outcome?.kind).toBe('identical');
  });

  it('is not sent when the window closes before', async () => {
    const given = { connectionId, base: copy(), definition: chat };
    for await (const event of publish(opened, await draftToPublish(opened.drafts, given))) {
      if (event.kind === 'step' && event.step === 'sending') break;
    }
    expect(ports.webhooks.operations).toEqual(['read']);
  });

  it('that was sent is read back even if the window closed', async () => {
    const given = { connectionId, base: copy(), definition: renamed() };
    for await (const event of publish(opened, await draftToPublish(opened.drafts, given))) {
      if (event.kind === 'step' && event.step === 'reading-back') break;
    }
    expect(ports.webhooks.operations).toEqual(['read', 'update', 'read']);
    expect(outcomes()).toEqual(['done']);
  });

  it('appears in a later search', async () => {
    opened.snapshots.replaceList(connectionId, ports.clock.now(), [copy()]);
    await published(copy(), { ...renamed(), name: 'Pager' });
    expect(opened.snapshots.filter(connectionId, 'pager')).toEqual([held.id]);
    expect(opened.snapshots.filter(connectionId, 'chat –')).toEqual([]);
  });
});

describe('a new webhook', () => {
  it('is found in a second list', async () => {
    const { events, outcome } = await published(null, { ...chat, name: 'Pager' });
    expect(steps(events)).toEqual(['checking', 'sending', 'reading-back', 'outcome']);
    expect(ports.webhooks.operations).toEqual(['list', 'create', 'list']);
    expect(outcome).toMatchObject({ kind: 'identical', created: true, notes: [] });
    expect(outcome?.webhook?.id).toBe(ports.webhooks.webhooks[1]?.id);
  });

  it('is found beside equal ones', async () => {
    ports.webhooks.webhooks.push(ports.webhooks.stored(chat));
    const { outcome } = await published(null, chat);
    expect(outcome).toMatchObject({ kind: 'identical', notes: [] });
    expect(outcome?.webhook?.id).toBe(ports.webhooks.webhooks[2]?.id);
  });

  it('is told from a concurrent equal one by its order, with a note', async () => {
    ports.webhooks.before = (operation) => {
      if (operation === 'create') ports.webhooks.webhooks.push(ports.webhooks.stored(chat));
    };
    const { outcome } = await published(null, chat);
    const [, other, mine] = ports.webhooks.webhooks;
    expect(outcome?.webhook?.id).toBe(mine?.id);
    expect(outcome?.notes).toEqual([expect.stringContaining(`${other?.id}, ${mine?.id}`)]);
  });

  it('is not confused with a concurrent different one', async () => {
    ports.webhooks.before = (operation) => {
      const other = ports.webhooks.stored({ ...chat, name: 'Of somebody else' });
      if (operation === 'create') ports.webhooks.webhooks.push(other);
    };
    const { outcome } = await published(null, chat);
    expect(outcome).toMatchObject({ kind: 'identical', webhook: { name: 'Chat' }, notes: [] });
  });

  it('that the service changed is found by its name, and the difference is named', async () => {
    ports.webhooks.after = (operation) => {
      const made = ports.webhooks.webhooks[1];
      if (operation === 'create' && made !== undefined) made.enabled = false;
    };
    const { outcome } = await published(null, chat);
    expect(outcome).toMatchObject({
      kind: 'differs',
      created: true,
      differences: [{ field: 'enabled', before: true, after: false }],
    });
  });

  it.each(['answer-lost', 'server-failed'] as const)(
    'whose response is %s after it was created is found',
    async (code) => {
      ports.webhooks.after = (operation) => {
        if (operation === 'create') throw problem(code);
      };
      const { outcome } = await published(null, chat);
      expect(outcome).toMatchObject({ kind: 'identical', created: true });
      expect(outcome?.notes).toEqual([
        expect.stringContaining('A check shows that the request was applied'),
      ]);
      expect(ports.webhooks.webhooks).toHaveLength(2);
    },
  );

  it('whose response is lost before it was created is unknown, and not created again', async () => {
    ports.webhooks.before = (operation) => {
      if (operation === 'create') throw problem('answer-lost');
    };
    expect((await published(null, chat)).problem?.code).toBe('answer-lost');
    expect(ports.webhooks.operations).toEqual(['list', 'create', 'list']);
    expect(outcomes()).toEqual(['unknown']);
  });

  it('that two people create with equal content gets an id for each of them', async () => {
    const { promise: both, resolve } = Promise.withResolvers<null>();
    ports.webhooks.before = async (operation, nth) => {
      // Both second lists wait until both webhooks exist.
      if (operation !== 'list' || nth < 3) return;
      if (nth === 4) resolve(null);
      await both;
    };
    const ends = await Promise.all([published(null, chat), published(null, chat)]);
    const ids = ends.map(({ outcome }) => outcome?.webhook?.id);
    expect(new Set(ids).size).toBe(2);
    expect(ids).not.toContain(undefined);
  });

  it('that the service accepted but does not list is not applied', async () => {
    ports.webhooks.after = (operation) => {
      if (operation === 'create') ports.webhooks.webhooks.pop();
    };
    const { outcome } = await published(null, chat);
    expect(outcome).toMatchObject({ kind: 'not-applied', webhook: null });
    expect(outcome?.notes).toEqual([expect.stringContaining('accepted')]);
  });

  it('that was accepted but cannot be listed is unverified', async () => {
    ports.webhooks.before = (operation, nth) => {
      if (operation === 'list' && nth === 2) throw problem('unreachable');
    };
    const { outcome } = await published(null, chat);
    expect(outcome).toMatchObject({ kind: 'unverified', created: true, webhook: null });
  });

  it('is not created when it is cancelled before', async () => {
    const cancelling = new AbortController();
    ports.webhooks.after = (operation) => {
      if (operation === 'list') cancelling.abort();
    };
    const { problem: told } = await published(null, chat, undefined, cancelling.signal);
    expect(told?.code).toBe('aborted');
    expect(ports.webhooks.operations).toEqual(['list']);
  });
});

describe('deleting', () => {
  const removed = () => removeWebhook(opened, { connectionId, base: copy() });

  it('reads before and after, and deletes the webhook from the snapshot', async () => {
    opened.snapshots.replaceList(connectionId, ports.clock.now(), [copy()]);
    await removed();
    expect(ports.webhooks.webhooks).toEqual([]);
    expect(ports.webhooks.operations).toEqual(['read', 'delete', 'read']);
    expect(opened.snapshots.filter(connectionId, '')).toEqual([]);
  });

  it('succeeds when only the response is lost', async () => {
    ports.webhooks.after = (operation) => {
      if (operation === 'delete') throw problem('answer-lost');
    };
    await expect(removed()).resolves.toBeUndefined();
  });

  it('fails when the request is lost, and is not sent again', async () => {
    ports.webhooks.before = (operation) => {
      if (operation === 'delete') throw problem('answer-lost');
    };
    await expect(removed()).rejects.toThrow(/still exists/);
    expect(outcomes()).toEqual(['unknown']);
    await expect(removed()).rejects.toMatchObject({ problem: { code: 'unfinished' } });
    expect(outcomes()).toEqual(['unknown']);
    expect(ports.webhooks.operations.slice(0, 3)).toEqual(['read', 'delete', 'read']);
    expect(ports.webhooks.operations.slice(3)).not.toContain('delete');
  });

  it('reports a failure of the service when an accepted delete had no effect', async () => {
    ports.webhooks.after = (operation) => {
      if (operation === 'delete') ports.webhooks.webhooks = [held];
    };
    await expect(removed()).rejects.toMatchObject({ problem: { code: 'server-failed' } });
  });

  it('reports the lost response when the webhook is unreadable after it', async () => {
    ports.webhooks.before = (operation, nth) => {
      if (operation === 'delete') throw problem('answer-lost');
      if (operation === 'read' && nth === 2) throw problem('unreachable');
    };
    await expect(removed()).rejects.toMatchObject({ problem: { code: 'answer-lost' } });
  });

  it('succeeds when an accepted delete cannot be read back', async () => {
    ports.webhooks.before = (operation, nth) => {
      if (operation === 'read' && nth === 2) throw problem('unreachable');
    };
    await expect(removed()).resolves.toBeUndefined();
  });
});

it.each([
  ['create', () => published(null, { ...definitionOf(held), name: 'New' })],
  ['update', () => published(copy(), { ...definitionOf(held), name: 'Chat – ops' })],
  ['delete', () => removeWebhook(opened, { connectionId, base: copy() })],
] as const)('writes the outcome of a single %s before it is reported', async (action, work) => {
  // No write happens after a delay.
  ports.clock = { ...ports.clock, sleep: () => new Promise(() => undefined) };
  await work();
  const kept = [...ports.journal.held.values()];
  expect(kept.map((entry) => `${entry.action} ${entry.outcome}`)).toEqual([`${action} done`]);
});
