import fc from 'fast-check';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { JournalQuery, JournalStore, OutcomeTally } from '#core/store-ports.ts';
import { FakeJournalStore } from '#test-support/journal-store.fake.ts';
import { EntryOutcome, type JournalEntry } from '#domain/journal/entry.ts';
import { aDefinition } from '#test-support/draft-fixture.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { createVaultCrypto } from '../vault/vault-crypto.ts';
import { journalSearch } from './journal-store.ts';
import { entries } from '#test-support/stored-content-fixture.ts';
import { testFolder, testSealer, withStore } from '#test-support/store-fixture.ts';
import { filesHolding } from '#test-support/files-in.ts';

const sealer = testSealer();
const start = Date.parse('2030-01-02T03:04:05Z');
const when = fc.integer({ min: 0, max: 20 }).map((minutes) => new Date(start + minutes * 60_000));
const installation = fc.constantFrom('acme', 'globex');
const webhook = fc.integer({ min: 1, max: 3 });
const plan = fc.constantFrom('plan-1', 'plan-2');
const outcome = fc.constantFrom(...EntryOutcome.options);

const entry: fc.Arbitrary<JournalEntry> = fc
  .record({
    id: fc.integer({ min: 0, max: 12 }).map((number) => `entry-${number}`),
    at: when,
    connectionId: installation,
    webhookId: fc.option(webhook),
    planId: fc.option(plan),
    outcome,
    revision: fc.integer({ min: 0, max: 3 }),
  })
  .map(anEntry);
const query: fc.Arbitrary<JournalQuery> = fc.record(
  {
    connectionId: installation,
    webhookId: webhook,
    planId: plan,
    from: when,
    to: when,
    outcomes: fc.array(outcome, { minLength: 1, maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), entries: fc.array(entry, { maxLength: 6 }) }),
  fc.record({ kind: fc.constant('prune' as const), before: when }),
);

/** Returns all results of a query, in pages of two. */
async function allOf(store: JournalStore, asked: JournalQuery): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  let after: string | null = null;
  do {
    const page = await store.page(asked, after, 2, sealer);
    found.push(...page.entries);
    after = page.next;
  } while (after !== null);
  return found;
}

const byOutcome = (tally: readonly OutcomeTally[]): OutcomeTally[] =>
  tally.toSorted((a, b) => a.outcome.localeCompare(b.outcome));

describe('the journal on disk', () => {
  it('returns the same as one in memory for any writes, deletes and queries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), query, async (steps, asked) => {
        const model = new FakeJournalStore();
        await withStore(testFolder(), async ({ journal }) => {
          for (const each of steps) {
            if (each.kind === 'write') {
              await model.write(each.entries);
              await journal.write(each.entries, sealer);
            } else {
              expect(await journal.prune(each.before)).toBe(await model.prune(each.before));
            }
          }
          expect(await allOf(journal, asked)).toEqual(await allOf(model, asked));
          expect(await allOf(journal, {})).toEqual(await allOf(model, {}));
          expect(byOutcome(await journal.tally(asked))).toEqual(
            byOutcome(await model.tally(asked)),
          );
          const ids = ['entry-3', 'entry-0', 'entry-7'];
          expect(await journal.readMany(ids, sealer)).toEqual(await model.readMany(ids));
        });
      }),
      { numRuns: 60 },
    );
  });

  it('keeps closed entries, and newer revisions of open ones, against older versions', async () => {
    const states = [
      anEntry({ outcome: 'sent', revision: 0 }),
      anEntry({ outcome: 'unknown', revision: 2 }),
      anEntry({ outcome: 'unknown', revision: 1 }),
      anEntry({ outcome: 'done', revision: 3 }),
      anEntry({ outcome: 'not-applied', revision: 4 }),
    ];
    const outcomes: string[] = [];
    await withStore(testFolder(), async ({ journal }) => {
      for (const state of states) {
        await journal.write([state], sealer);
        const held = await journal.read(state.id, sealer);
        outcomes.push(`${held?.outcome} ${held?.revision}`);
      }
    });
    expect(outcomes).toEqual(['sent 0', 'unknown 2', 'unknown 2', 'done 3', 'done 3']);
  });

  it('is restored at the next start, entry by entry', async () => {
    const folder = testFolder();
    await withStore(folder, ({ journal }) => journal.write(entries(60), sealer));
    await withStore(folder, async ({ journal, drafts }) => {
      expect(await journal.read('entry-7', sealer)).toEqual(entries(60)[7]);
      expect(await journal.read('entry-70', sealer)).toBeNull();
      const page = await journal.page({}, null, 100, sealer);
      expect(page).toEqual({ entries: entries(60).reverse(), next: null, unreadable: 0 });
      expect(await drafts.open()).toMatchObject({ holdsAny: true });
    });
  });

  it('writes all entries or none', async () => {
    await withStore(testFolder(), async ({ journal }) => {
      const failing = {
        ...sealer,
        seal: (plain: Uint8Array, associated: string) => {
          if (associated === 'journal/entry-1') throw new Error('The vault was locked.');
          return sealer.seal(plain, associated);
        },
      };
      await expect(journal.write(entries(2), failing)).rejects.toThrow('The vault was locked.');
      expect(await allOf(journal, {})).toEqual([]);
    });
  });

  it('counts entries sealed with another key, and leaves them unchanged', async () => {
    const crypto = createVaultCrypto();
    const other = crypto.dataSealer(crypto.newDataKey());
    await withStore(testFolder(), async ({ journal }) => {
      await journal.write(entries(3), sealer);
      expect(await journal.page({}, null, 2, other)).toMatchObject({ entries: [], unreadable: 2 });
      expect(await journal.read('entry-0', other)).toBeNull();
      expect(await allOf(journal, {})).toHaveLength(3);
    });
  });

  it('shows no part of a webhook in any file', async () => {
    const folder = testFolder();
    const canary = 'canary-5b1fe2c9';
    const meant = { ...aDefinition(canary), url: `https://${canary}.example` };
    const request = { method: 'PUT', url: `https://${canary}.example`, body: canary };
    await withStore(folder, async ({ journal }) => {
      await journal.write([anEntry({ meant, request, who: canary, notes: [canary] })], sealer);
      expect(filesHolding(folder, canary)).toEqual([]);
    });
  });

  it.each<[string, JournalQuery]>([
    ['everything', {}],
    ['an installation', { connectionId: 'acme' }],
    ['a webhook', { connectionId: 'acme', webhookId: 7 }],
    ['a plan', { planId: 'plan-1' }],
    ['a period', { from: new Date(0), to: new Date() }],
    ['open entries', { outcomes: ['sent', 'unknown'] }],
    ['open entries of a webhook', { connectionId: 'acme', webhookId: 7, outcomes: ['sent'] }],
    ['failures', { outcomes: ['failed'] }],
  ])('queries %s with an index, in the order of its pages', async (_, asked) => {
    const folder = testFolder();
    await withStore(folder, ({ journal }) => journal.write(entries(3), sealer));
    const database = new DatabaseSync(join(folder, 'hookdesk.sqlite'));
    const { sql, values } = journalSearch(asked, 100, 10);
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(...values);
    database.close();
    const words = steps.map(({ detail }) => String(detail)).join('; ');
    expect(words).toMatch(/USING (COVERING )?INDEX journal_/);
    expect(words).not.toContain('TEMP B-TREE');
  });
});
