import { beforeEach, describe, expect, it } from 'vitest';
import { problemOf } from '#adapters/http/testing/problem-of.ts';
import type { ListEvent } from '#contract/webhooks.ts';
import { settingsOf } from '#domain/installation/connection.ts';
import { problem } from '#test-support/installation.fake.ts';
import { asRead, openPublishFixture, type PublishFixture } from '#test-support/publish-fixture.ts';
import type { InstallationClient } from './client.ts';
import { listWebhooks } from './list-webhooks.ts';

let fixture: PublishFixture;
let client: InstallationClient;

beforeEach(async () => {
  fixture = await openPublishFixture();
  client = await fixture.installations.open(fixture.connectionId);
});

const marks = (): number => fixture.snapshots.get(fixture.connectionId)?.marks.size ?? Number.NaN;

it('reads the first rows of a list before all of them', async () => {
  const { ports, installations, connectionId, held } = fixture;
  const events: ListEvent[] = [];
  for await (const event of listWebhooks(ports, installations, connectionId)) events.push(event);
  expect(events.map(({ kind }) => kind)).toEqual(['progress', 'first', 'rows', 'end']);
  expect(events[1]).toMatchObject({ rows: [{ id: held.id, name: held.name }] });
});

describe('a request that is refused for its auth token', () => {
  beforeEach(() => {
    fixture.ports.webhooks.before = () => {
      throw problem('unauthorized');
    };
  });

  it('is sent again once when another auth token is there by then', async () => {
    const { connections, sessions, connectionId, ports } = fixture;
    ports.webhooks.before = async (_, nth) => {
      if (nth > 1) return;
      await connections.secrets.keep(connections.find(connectionId), 'authToken', 'second');
      await sessions.giveToken(connectionId, 'second');
      throw problem('unauthorized');
    };
    await client.send({ action: 'delete', id: fixture.held.id });
    const tokens = ports.webhooks.asked.map(({ target }) => target.authToken);
    expect(tokens).toEqual(['token', 'second']);
  });

  it.each(['list', 'read', 'create', 'update', 'delete'] as const)(
    'is never sent a third time: %s',
    async (operation) => {
      const { connections, sessions, connectionId, ports, held } = fixture;
      let next = 0;
      ports.webhooks.before = async () => {
        next += 1;
        await connections.secrets.keep(
          connections.find(connectionId),
          'authToken',
          `token ${next}`,
        );
        await sessions.giveToken(connectionId, `token ${next}`);
        throw problem('unauthorized');
      };
      const live = asRead(held);
      const requests = {
        list: () => client.list(),
        read: () => client.read(held.id),
        create: () => client.send({ action: 'create', definition: live }),
        update: () => client.send({ action: 'update', live, definition: live }),
        delete: () => client.send({ action: 'delete', id: held.id }),
      };
      expect((await problemOf(requests[operation]())).code).toBe('unauthorized');
      expect(ports.webhooks.operations).toEqual([operation, operation]);
    },
  );

  it('is not sent again with the same auth token', async () => {
    await problemOf(client.send({ action: 'delete', id: fixture.held.id }));
    expect(fixture.ports.webhooks.operations).toEqual(['delete']);
  });
});

describe('the snapshot', () => {
  it('has the last read, with a mark for each remote change', async () => {
    await client.list();
    fixture.held.name = 'Changed elsewhere';
    await client.read(fixture.held.id);
    expect(fixture.snapshots.filter(fixture.connectionId, 'elsewhere')).toEqual([fixture.held.id]);
    expect(marks()).toBe(1);
  });

  it('has no mark for changes by this Hookdesk, read alone or in a list', async () => {
    await client.list();
    fixture.held.name = 'Written here';
    await client.readBack(fixture.held.id, () => true);
    const created = fixture.ports.webhooks.stored({ ...asRead(fixture.held), name: 'Created' });
    fixture.ports.webhooks.webhooks.push(created);
    const seen: number[] = [];
    fixture.snapshots.onChange(() => seen.push(marks()));
    await client.list({
      beforeSnapshot: () => {
        client.noteWritten(created.id, created);
      },
    });
    expect(seen.length).toBeGreaterThan(0);
    expect(new Set(seen)).toEqual(new Set([0]));
  });

  it('keeps a write that finishes during the read of a list', async () => {
    await client.list();
    const { webhooks } = fixture.ports;
    webhooks.after = async (operation, nth) => {
      if (operation !== 'list' || nth !== 2) return;
      fixture.held.name = 'Newer than the list';
      await client.readBack(fixture.held.id, () => true);
    };
    await client.list();
    expect(fixture.snapshots.filter(fixture.connectionId, 'newer')).toEqual([fixture.held.id]);
  });
});

it('a client of the former address leaves the last list of the new one alone', async () => {
  await client.list();
  const { connections, connectionId, snapshots } = fixture;
  const settings = settingsOf(connections.find(connectionId));
  await connections.change(connectionId, { ...settings, apiRoot: '/api/v15' }, {});
  snapshots.forget(connectionId);
  await client.list();
  await client.read(fixture.held.id);
  expect(snapshots.get(connectionId)).toBeNull();
});

describe('a webhook that is not found', () => {
  it('is gone when the list lacks it', async () => {
    expect(await client.find(4711)).toBeNull();
    expect(fixture.ports.webhooks.operations).toEqual(['read', 'list']);
  });

  it('is not gone when the list cannot be read either', async () => {
    fixture.ports.webhooks.before = () => {
      throw problem('not-found');
    };
    expect((await problemOf(client.find(fixture.held.id))).code).toBe('not-found');
  });
});
