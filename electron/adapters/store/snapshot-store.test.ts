import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { listedWebhooks } from '#domain/webhook/listed.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { aWebhook } from '#test-support/entry-fixture.ts';
import { createVaultCrypto } from '../vault/vault-crypto.ts';
import { aLongSnapshot, aSnapshot } from '#test-support/stored-content-fixture.ts';
import { testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';

const sealer = testSealer();

/** A sealer that locks itself after so many rows. */
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

/** Parts in the file of a folder, while nobody uses it. */
function partsIn(folder: string): number {
  const database = new DatabaseSync(join(folder, 'hookdesk.sqlite'), { readOnly: true });
  try {
    return Number(database.prepare('SELECT count(*) AS count FROM parts').get()?.count);
  } finally {
    database.close();
  }
}

describe('what was read of an installation', () => {
  it('keeps webhooks that share an id, and their marks, in order', async () => {
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
      elsewhere: [
        { key: '7#1', kind: 'new', before: null, seenAt },
        { key: '7#deleted1', kind: 'deleted', before: first, seenAt },
      ],
    });
    await withStore(folder, ({ snapshots }) => snapshots.write(snapshot, sealer));
    await withStore(folder, async ({ snapshots }) => {
      expect(await snapshots.read('acme', sealer)).toEqual(snapshot);
    });
  });

  it('comes back as it was written last, each installation for itself', async () => {
    const folder = testFolder();
    const other = aLongSnapshot('Long');
    const none = aSnapshot({ connectionId: 'none', webhooks: [], elsewhere: [] });
    await withStore(folder, async ({ snapshots, drafts }) => {
      await snapshots.write(aLongSnapshot('Before'), sealer);
      await snapshots.write(aSnapshot(), sealer);
      await snapshots.write({ ...other, connectionId: 'globex' }, sealer);
      await snapshots.write(none, sealer);
      expect(await drafts.open()).toMatchObject({ holdsAny: true });
    });
    await withStore(folder, async ({ snapshots }) => {
      expect(await snapshots.read('acme', sealer)).toEqual(aSnapshot());
      expect(await snapshots.read('globex', sealer)).toEqual({ ...other, connectionId: 'globex' });
      expect(await snapshots.read('none', sealer)).toEqual(none);
      expect(await snapshots.read('initech', sealer)).toBeNull();
      expect([...(await snapshots.times())].sort()).toEqual(
        ['acme', 'globex', 'none'].map((id) => [id, aSnapshot().readAt]),
      );
    });
  });

  it('takes no room once it is removed or replaced', async () => {
    const folder = testFolder();
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(aLongSnapshot('First'), sealer);
      await snapshots.write(aLongSnapshot('Second'), sealer);
    });
    const once = partsIn(folder);
    expect(once).toBeGreaterThan(5);
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(aLongSnapshot('Third'), sealer);
    });
    expect(partsIn(folder)).toBe(once);
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.remove('acme');
      expect(await snapshots.read('acme', sealer)).toBeNull();
      expect(await snapshots.times()).toEqual(new Map());
    });
    expect(partsIn(folder)).toBe(0);
  });

  it('is the one before where the writing stops in the middle, and what is left of that goes with the next', async () => {
    const folder = testFolder();
    const first = aLongSnapshot('First');
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(first, sealer);
      const stopped = snapshots.write(aLongSnapshot('Second'), lockedAfter(3));
      await expect(stopped).rejects.toThrow('The vault was locked.');
    });
    await withStore(folder, async ({ snapshots }) => {
      expect(await snapshots.read('acme', sealer)).toEqual(first);
    });
    const withLeftovers = partsIn(folder);
    await withStore(folder, ({ snapshots }) => snapshots.write(first, sealer));
    expect(partsIn(folder)).toBe(withLeftovers - 3);
  });

  it('is written and read in many turns, between which other work is done', async () => {
    await withStore(testFolder(), async ({ snapshots, journal }) => {
      const turnsOf = async (work: Promise<unknown>): Promise<number> => {
        let turns = 0;
        let next = setImmediate(function turn() {
          turns += 1;
          next = setImmediate(turn);
        });
        await work;
        clearImmediate(next);
        return turns;
      };
      const writing = snapshots.write(aLongSnapshot('Long'), sealer);
      expect(await turnsOf(writing)).toBeGreaterThan(5);
      const [, again] = await Promise.all([
        snapshots.write(aLongSnapshot('Again'), sealer),
        snapshots.read('acme', sealer),
        journal.page({}, null, 10, sealer),
      ]);
      // Whoever asks while it is written gets a whole one.
      expect(again).toEqual(aLongSnapshot('Again'));
      expect(await turnsOf(snapshots.read('acme', sealer))).toBeGreaterThan(5);
    });
  });

  it('is nothing to whoever has another key, and stays where it is', async () => {
    const folder = testFolder();
    const crypto = createVaultCrypto();
    await withStore(folder, async ({ snapshots }) => {
      await snapshots.write(aSnapshot(), sealer);
      const other = crypto.dataSealer(crypto.newDataKey());
      expect(await snapshots.read('acme', other)).toBeNull();
      expect(await snapshots.read('acme', sealer)).toEqual(aSnapshot());
    });
  });

  it('cannot be read in any file', async () => {
    const folder = testFolder();
    const canary = 'canary-5b1fe2c9';
    await withStore(folder, async ({ snapshots }) => {
      const webhooks = [aWebhook(1, { ...aDefinition(canary), url: `https://${canary}.example` })];
      await snapshots.write(aSnapshot({ webhooks }), sealer);
      const found = readdirSync(folder).filter((name) =>
        readFileSync(join(folder, name)).includes(canary),
      );
      expect(found).toEqual([]);
    });
  });
});
