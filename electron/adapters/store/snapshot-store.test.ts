import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { listedWebhooks } from '#domain/webhook/listed.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { aWebhook } from '#test-support/entry-fixture.ts';
import { createVaultCrypto } from '../vault/vault-crypto.ts';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import {
  aLongSnapshot,
  aSnapshot,
  plainOf,
  type PlainSnapshot,
  storedOf,
} from '#test-support/stored-content-fixture.ts';
import { testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';
import { filesHolding } from '#test-support/files-in.ts';

const sealer = testSealer();

/** A sealer that locks itself after a number of rows. */
function lockedAfter(count: number) {
  let sealed = 0;
  return {
    ...sealer,
    seal: (plain: Uint8Array, associated: string) => {
      if (sealed === count) throw new Error('The vault was locked.');
      sealed += 1;
      return sealer.seal(plain, associated);
    },
  };
}

/** Returns the list rows in the closed database file of a folder. */
function rowsIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'hookdesk.sqlite'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS count FROM list_rows').get()?.count);
  } finally {
    database.close();
  }
}

const rowsOf = ({ webhooks, marks }: PlainSnapshot): number => webhooks.length + marks.length;

/** Returns the stored content by row id. The database file must be closed. */
function contentsIn(folder: string): Map<string, string> {
  const database = new DatabaseSync(join(folder, 'hookdesk.sqlite'), { readOnly: true });
  try {
    const rows = database.prepare('SELECT id, hex(content) AS content FROM list_rows').all();
    return new Map(rows.map(({ id, content }) => [String(id), String(content)]));
  } finally {
    database.close();
  }
}

/** Returns the number of event loop turns during some work. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns += 1;
    next = setImmediate(turn);
  });
  await work;
  clearImmediate(next);
  return turns;
}

describe('a stored snapshot', () => {
  it('has one row for each webhook, and a write rewrites only changed rows', async () => {
    const folder = testFolder();
    const first = aLongSnapshot('First', 500);
    const [one] = first.webhooks;
    if (one === undefined) throw new Error('There is a first webhook.');
    const changed = { ...one, name: 'Changed' };
    const webhooks = [changed, ...first.webhooks.slice(2)];
    const table = new WebhookTable(segmentOf(first.webhooks));
    await withStore(folder, ({ snapshots }) =>
      snapshots.write({ ...storedOf(first), webhooks: table }, sealer),
    );
    const before = contentsIn(folder);
    expect(before.size).toBe(rowsOf(first));
    // Once after a change of one webhook, once after a new read of the list.
    const changes: ((table: WebhookTable) => WebhookTable)[] = [
      (now) => {
        now.set(1, changed);
        now.delete(2);
        return now;
      },
      () => new WebhookTable(segmentOf(webhooks)),
    ];
    for (const change of changes) {
      await withStore(folder, async ({ snapshots }) => {
        const snapshot = await snapshots.read('acme', sealer);
        if (snapshot === null) throw new Error('There is a snapshot.');
        await snapshots.write({ ...snapshot, webhooks: change(snapshot.webhooks) }, sealer);
      });
      const after = contentsIn(folder);
      expect(after.size).toBe(before.size - 1);
      const same = [...after].filter(([id, content]) => before.get(id) === content);
      expect(same).toHaveLength(before.size - 2);
      await withStore(folder, async ({ snapshots }) => {
        const found = plainOf(await snapshots.read('acme', sealer));
        expect(found).toEqual({ ...first, webhooks });
      });
    }
  });

  it('is read from its segment only while no webhook has changed', async () => {
    const folder = testFolder();
    const webhooks = aLongSnapshot('First', 500).webhooks;
    const first = aSnapshot({ webhooks, marks: [] });
    await withStore(folder, ({ snapshots }) => snapshots.write(storedOf(first), sealer));
    await withStore(folder, async ({ snapshots }) => {
      let opened = 0;
      const counting = {
        ...sealer,
        open: (sealed: Uint8Array, associated: string) => {
          opened += 1;
          return sealer.open(sealed, associated);
        },
      };
      expect(plainOf(await snapshots.read('acme', counting))).toEqual(first);
      // The head and the segment.
      expect(opened).toBe(2);
    });
  });

  it('is read from its rows when the segment is missing or out of date', async () => {
    const folder = testFolder();
    const first = aLongSnapshot('First', 1_000);
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(storedOf(first), sealer);
    });
    const file = join(folder, 'hookdesk.sqlite');
    const database = new DatabaseSync(file);
    database.exec('DELETE FROM segments');
    database.close();
    await withStore(folder, async ({ snapshots }) => {
      const reading = snapshots.read('acme', sealer).then(plainOf);
      expect(await turnsOf(reading)).toBeGreaterThan(5);
      expect(await reading).toEqual(first);
    });
    const moved = { ...first, webhooks: first.webhooks.toReversed() };
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(storedOf(first), sealer);
      await snapshots.write(storedOf(moved), sealer);
      expect(plainOf(await snapshots.read('acme', sealer))).toEqual(moved);
    });
  });

  it('keeps webhooks with the same id, and their marks, in order', async () => {
    const folder = testFolder();
    const read = [7, 8, 7, null, -0].map((id, index) => ({
      ...aWebhook(1, aDefinition(`at ${index}`)),
      id,
    }));
    const webhooks = listedWebhooks(read);
    const seenAt = new Date('2030-01-02T03:04:04Z');
    const [first = null] = webhooks;
    const snapshot = aSnapshot({
      webhooks,
      marks: [
        { key: '7#1', kind: 'new', before: null, seenAt },
        { key: '7#deleted1', kind: 'deleted', before: first, seenAt },
      ],
    });
    await withStore(folder, ({ snapshots }) => snapshots.write(storedOf(snapshot), sealer));
    await withStore(folder, async ({ snapshots }) => {
      expect(plainOf(await snapshots.read('acme', sealer))).toEqual(snapshot);
    });
  });

  it('is restored as last written, each installation separately', async () => {
    const folder = testFolder();
    const other = aLongSnapshot('Long');
    const none = aSnapshot({ connectionId: 'none', webhooks: [], marks: [] });
    await withStore(folder, async ({ snapshots, drafts }) => {
      await snapshots.write(storedOf(aLongSnapshot('Before')), sealer);
      await snapshots.write(storedOf(aSnapshot()), sealer);
      await snapshots.write(storedOf({ ...other, connectionId: 'globex' }), sealer);
      await snapshots.write(storedOf(none), sealer);
      expect(await drafts.open()).toMatchObject({ holdsAny: true });
    });
    await withStore(folder, async ({ snapshots }) => {
      expect(plainOf(await snapshots.read('acme', sealer))).toEqual(aSnapshot());
      expect(plainOf(await snapshots.read('globex', sealer))).toEqual({
        ...other,
        connectionId: 'globex',
      });
      expect(plainOf(await snapshots.read('none', sealer))).toEqual(none);
      expect(plainOf(await snapshots.read('initech', sealer))).toBeNull();
      expect([...(await snapshots.times())].sort()).toEqual(
        ['acme', 'globex', 'none'].map((id) => [id, aSnapshot().readAt]),
      );
    });
  });

  it('takes no space once it is deleted or replaced', async () => {
    const folder = testFolder();
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(storedOf(aLongSnapshot('First')), sealer);
      await snapshots.write(storedOf(aLongSnapshot('Second')), sealer);
    });
    const once = rowsIn(folder);
    expect(once).toBe(rowsOf(aLongSnapshot('Second')));
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(storedOf(aLongSnapshot('Third')), sealer);
    });
    expect(rowsIn(folder)).toBe(once);
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.remove('acme');
      expect(plainOf(await snapshots.read('acme', sealer))).toBeNull();
      expect(await snapshots.times()).toEqual(new Map());
    });
    expect(rowsIn(folder)).toBe(0);
  });

  it('is the previous one after an interrupted write, and the next write deletes the rest', async () => {
    const folder = testFolder();
    const first = aLongSnapshot('First');
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(storedOf(first), sealer);
      const stopped = snapshots.write(storedOf(aLongSnapshot('Second')), lockedAfter(350));
      await expect(stopped).rejects.toThrow('The vault was locked.');
    });
    await withStore(folder, async ({ snapshots }) => {
      expect(plainOf(await snapshots.read('acme', sealer))).toEqual(first);
    });
    const withLeftovers = rowsIn(folder);
    await withStore(folder, ({ snapshots }) => snapshots.write(storedOf(first), sealer));
    expect(withLeftovers).toBeGreaterThan(rowsOf(first));
    expect(rowsIn(folder)).toBe(rowsOf(first));
  });

  it('yields to other work while it is written', async () => {
    await withStore(testFolder(), async ({ snapshots, journal }) => {
      const writing = snapshots.write(storedOf(aLongSnapshot('Long')), sealer);
      expect(await turnsOf(writing)).toBeGreaterThan(5);
      const [, again] = await Promise.all([
        snapshots.write(storedOf(aLongSnapshot('Again')), sealer),
        snapshots.read('acme', sealer).then(plainOf),
        journal.page({}, null, 10, sealer),
      ]);
      // A read during the write returns a complete snapshot.
      expect(again).toEqual(aLongSnapshot('Again'));
    });
  });

  it('is unreadable with another key, and stays unchanged', async () => {
    const folder = testFolder();
    const crypto = createVaultCrypto();
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(storedOf(aSnapshot()), sealer);
      const other = crypto.dataSealer(crypto.newDataKey());
      expect(plainOf(await snapshots.read('acme', other))).toBeNull();
      expect(plainOf(await snapshots.read('acme', sealer))).toEqual(aSnapshot());
    });
  });

  it('is unreadable in every file', async () => {
    const folder = testFolder();
    const canary = 'canary-5b1fe2c9';
    await withStore(folder, async ({ snapshots }) => {
      const webhooks = [aWebhook(1, { ...aDefinition(canary), url: `https://${canary}.example` })];
      await snapshots.write(storedOf(aSnapshot({ webhooks })), sealer);
      expect(filesHolding(folder, canary)).toEqual([]);
    });
  });
});
