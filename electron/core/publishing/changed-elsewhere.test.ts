import { beforeEach, describe, expect, it } from 'vitest';
import { mergeWebhook } from '#domain/merge/merge-webhook.ts';
import { definitionOf, type Webhook, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { problem } from '#test-support/installation.fake.ts';
import { removeWebhook } from './publish.ts';
import {
  asRead,
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
const renamed = (): WebhookDefinition => ({ ...definitionOf(held), name: 'Chat – ops' });
const published = (base: Webhook, definition: WebhookDefinition): Promise<Published> =>
  publishIn(opened, base, definition);

describe('an update', () => {
  it.each<[string, (webhook: Webhook) => void]>([
    ['a field', (webhook) => (webhook.enabled = !webhook.enabled)],
    [
      'a header value',
      (webhook) => (webhook.headers = webhook.headers.map((each) => ({ ...each, value: 'x' }))),
    ],
    ['a header more', (webhook) => webhook.headers.push({ id: 9, name: 'X-A', value: 'v' })],
  ])('sends nothing when the service has another %s', async (_, change) => {
    const base = copy();
    change(held);
    const { events, problem: told } = await published(base, { ...base, name: 'Mine' });
    expect(events).toEqual([{ kind: 'step', step: 'checking' }]);
    expect(told).toMatchObject({ code: 'conflict', live: held });
    expect(ports.webhooks.operations).toEqual(['read']);
  });

  it('stops on remote changes that would merge without conflict, and continues from the current version', async () => {
    const base = copy();
    held.url = 'https://elsewhere.example.com/';
    const mine = { ...definitionOf(base), name: 'Mine' };
    const stopped = await published(base, mine);
    expect(stopped.problem).toMatchObject({ code: 'conflict', live: { url: held.url } });
    const { merged, conflicts } = mergeWebhook(base, mine, held);
    expect(conflicts).toEqual([]);
    const { outcome } = await published(copy(), merged);
    expect(outcome).toMatchObject({ kind: 'identical', webhook: { name: 'Mine', url: held.url } });
  });

  it('stops again when the webhook changes a second time before the next publish', async () => {
    const base = copy();
    held.enabled = !held.enabled;
    await published(base, renamed());
    const seen = copy();
    held.url = 'https://elsewhere.example.com/';
    expect((await published(seen, renamed())).problem?.code).toBe('conflict');
    expect(ports.webhooks.operations).not.toContain('update');
  });

  it('of a missing webhook reports that it was deleted when the list lacks it', async () => {
    const base = copy();
    ports.webhooks.webhooks = [];
    const { problem: told } = await published(base, renamed());
    expect(told).toMatchObject({ code: 'conflict', live: null });
    expect(told?.message).toContain('deleted');
    expect(ports.webhooks.operations).toEqual(['read', 'list']);
  });

  it('of a missing webhook reports only "not found" when the list is not found either', async () => {
    ports.webhooks.before = () => {
      throw problem('not-found');
    };
    expect((await published(copy(), renamed())).problem?.code).toBe('not-found');
  });

  it('of a webhook that only the list returns is compared with the list', async () => {
    ports.webhooks.before = (operation, nth) => {
      if (operation === 'read' && nth === 1) throw problem('not-found');
    };
    expect((await published(copy(), renamed())).outcome?.kind).toBe('identical');
  });

  it('stops when another webhook has the id, and names it', async () => {
    const base = copy();
    Object.assign(held, { name: 'Pager', url: 'https://pager.example.com/' });
    const { problem: told } = await published(base, renamed());
    expect(told).toMatchObject({ code: 'conflict', live: { name: 'Pager' } });
    expect(told?.message).toContain('“Pager”');
  });
});

describe('an update whose answer is lost', () => {
  it('leaves a mark of what others stored in its place', async () => {
    const { installations, snapshots } = opened;
    await (await installations.open(connectionId)).list();
    const base = copy();
    ports.webhooks.before = (operation) => {
      if (operation !== 'update') return;
      held.url = 'https://theirs.example.com/';
      throw problem('answer-lost');
    };
    await published(base, renamed());
    expect([...(snapshots.get(connectionId)?.marks.keys() ?? [])]).toEqual([held.id]);
  });
});

describe('deleting', () => {
  it('is not called done by one answer 404 after a lost answer', async () => {
    ports.webhooks.before = (operation, nth) => {
      if (operation === 'delete') throw problem('answer-lost');
      if (operation === 'read' && nth === 2) throw problem('not-found');
    };
    await expect(removeWebhook(opened, { connectionId, base: copy() })).rejects.toThrow();
    expect((await opened.journal.all({})).map(({ outcome }) => outcome)).toEqual(['unknown']);
    expect(ports.webhooks.operations).toEqual(['read', 'delete', 'read', 'list']);
  });

  it('does not delete a webhook that differs from the version shown', async () => {
    const base = copy();
    held.enabled = !held.enabled;
    await expect(removeWebhook(opened, { connectionId, base })).rejects.toMatchObject({
      problem: { code: 'conflict', live: { enabled: held.enabled } },
    });
    expect(ports.webhooks.webhooks).toEqual([held]);
  });

  it('treats a webhook as unchanged when only its header ids differ', async () => {
    const base = copy();
    held.headers = held.headers.map((each, index) => ({ ...each, id: 500 + index }));
    await removeWebhook(opened, { connectionId, base });
    expect(ports.webhooks.webhooks).toEqual([]);
  });

  it('sends nothing for a webhook that another person already deleted', async () => {
    const base = copy();
    ports.webhooks.webhooks = [];
    await removeWebhook(opened, { connectionId, base });
    expect(ports.webhooks.operations).toEqual(['read', 'list']);
  });
});
