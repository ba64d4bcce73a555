import { beforeEach, describe, expect, it } from 'vitest';
import type { Webhook } from '#domain/webhook/webhook.ts';
import {
  asRead,
  chat,
  openPublishFixture,
  type PublishFixture,
  publishIn,
} from '#test-support/publish-fixture.ts';
import { removeWebhook } from './publish.ts';

let opened: PublishFixture;
let ports: typeof opened.ports;
let connectionId: string;
let held: Webhook;

beforeEach(async () => {
  opened = await openPublishFixture();
  ({ ports, connectionId, held } = opened);
});

const readList = async (): Promise<void> => {
  await (await opened.installations.open(connectionId)).list();
};
const outcomes = (): string[] => [...ports.journal.held.values()].map(({ outcome }) => outcome);

describe('a webhook whose id occurs twice in the last list', () => {
  it('is neither updated nor deleted, without a journal entry or a request', async () => {
    const base = asRead(held);
    ports.webhooks.webhooks.push({ ...asRead(held), name: 'Twin' });
    await readList();
    const { problem } = await publishIn(opened, base, { ...base, name: 'Mine' });
    expect(problem).toMatchObject({
      code: 'refused',
      message: `Id ${held.id} is used twice in the list of this installation, so a request could change the wrong webhook.`,
    });
    expect(problem?.advice).toMatch(/^Nothing was sent\. /);
    await expect(removeWebhook(opened, { connectionId, base })).rejects.toMatchObject({ problem });
    expect(ports.webhooks.operations).toEqual(['list']);
    expect(outcomes()).toEqual([]);
  });

  it('is updated again once its id is unique', async () => {
    const base = asRead(held);
    ports.webhooks.webhooks.push({ ...asRead(held), name: 'Twin' });
    await readList();
    ports.webhooks.webhooks.pop();
    await readList();
    const { outcome } = await publishIn(opened, base, { ...base, name: 'Mine' });
    expect(outcome?.kind).toBe('identical');
  });
});

describe('a create whose webhook gets a used id', () => {
  it('has no outcome, because the list does not show which one is new', async () => {
    ports.webhooks.after = (operation) => {
      const made = ports.webhooks.webhooks.at(-1);
      if (operation === 'create' && made !== undefined) made.id = held.id;
    };
    const { outcome } = await publishIn(opened, null, { ...chat, name: 'Mail' });
    expect(outcome).toMatchObject({ kind: 'unverified', webhook: null });
    expect(outcome?.notes.join(' ')).toContain('has no unique id');
    expect(outcomes()).toEqual(['unknown']);
  });
});
