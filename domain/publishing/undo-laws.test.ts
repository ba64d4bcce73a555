import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sameContent } from '../webhook/difference.ts';
import { headerChangeSet } from '../webhook/header-change-set.ts';
import { applyHeaderChangeSet } from '#test-support/apply-header-change-set.ts';
import { headersWithIds, editedHeaders, withHeaders } from '../webhook/testing/definitions.ts';
import type { Header, Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import type { PlanItem } from './plan.ts';
import type { JournalEntry } from '../journal/entry.ts';
import { anEntry, aWebhook } from '#test-support/entry-fixture.ts';
import { undoOf } from './testing/undo-of.ts';

/** An installation with at most one webhook, and its journal. */
class Installation {
  readonly journal: JournalEntry[] = [];
  #nextId = 1_000;
  current: Webhook | null;

  constructor(current: Webhook | null) {
    this.current = current;
  }

  do(action: JournalEntry['action'], meant: WebhookDefinition | null): void {
    const before = this.current;
    if (meant === null) this.current = null;
    else {
      const changes = headerChangeSet(before?.headers ?? [], meant.headers);
      const headers = applyHeaderChangeSet(changes, before?.headers ?? []);
      this.current = aWebhook(before?.id ?? this.#next(), {
        ...meant,
        headers: this.#named(headers),
      });
    }
    const after = this.current;
    const count = this.journal.length;
    this.journal.push(
      anEntry({
        id: `entry-${count}`,
        sequence: count,
        action,
        before,
        meant,
        after,
        webhookId: (after ?? before)?.id ?? null,
      }),
    );
  }

  carryOut({ action, definition }: PlanItem): void {
    this.do(action, definition);
  }

  #named = (headers: readonly Header[]): Header[] =>
    headers.map((header) => ({ ...header, id: header.id ?? this.#next() }));
  #next = (): number => (this.#nextId += 1);
}

const definition = withHeaders(headersWithIds);

/** Updates the webhook with random edits, each based on the one before. */
function updated(installation: Installation, seeds: readonly WebhookDefinition[]): void {
  for (const seed of seeds) {
    const now = installation.current;
    if (now === null) return;
    const [headers] = fc.sample(editedHeaders(now.headers), {
      numRuns: 1,
      seed: seed.headers.length,
    });
    installation.do('update', { ...seed, headers: headers ?? [] });
  }
}

describe('undo', () => {
  it('restores the first version in one step after any changes', () => {
    fc.assert(
      fc.property(
        definition,
        fc.array(definition, { maxLength: 4 }),
        fc.boolean(),
        (start, edits, isDeleted) => {
          const before = aWebhook(7, start);
          const installation = new Installation(before);
          updated(installation, edits);
          if (isDeleted) installation.do('delete', null);
          const { items, skipped } = undoOf(installation.journal);
          expect(skipped).toEqual([]);
          expect(items.length).toBe(installation.journal.length === 0 ? 0 : 1);
          for (const item of items) installation.carryOut(item);
          expect(installation.current !== null && sameContent(installation.current, before)).toBe(
            true,
          );
        },
      ),
    );
  });

  it('of a create deletes the webhook', () => {
    fc.assert(
      fc.property(definition, fc.array(definition, { maxLength: 3 }), (start, edits) => {
        const installation = new Installation(null);
        installation.do('create', start);
        updated(installation, edits);
        for (const item of undoOf(installation.journal).items) installation.carryOut(item);
        expect(installation.current).toBeNull();
      }),
    );
  });

  it('of an undo restores the published version', () => {
    fc.assert(
      fc.property(definition, definition, (start, edit) => {
        const installation = new Installation(aWebhook(7, start));
        updated(installation, [edit]);
        const published = installation.current;
        for (const item of undoOf(installation.journal).items) installation.carryOut(item);
        for (const item of undoOf(installation.journal.slice(1)).items) installation.carryOut(item);
        expect(published !== null && installation.current !== null).toBe(true);
        if (published === null || installation.current === null) return;
        expect(sameContent(installation.current, published)).toBe(true);
      }),
    );
  });

  it('uses only header ids that the current webhook has', () => {
    fc.assert(
      fc.property(definition, fc.array(definition, { maxLength: 4 }), (start, edits) => {
        const installation = new Installation(aWebhook(7, start));
        updated(installation, edits);
        for (const { base, definition: goal } of undoOf(installation.journal).items) {
          const known = new Set(base?.headers.map(({ id }) => id));
          for (const { id } of goal?.headers ?? []) expect(id === null || known.has(id)).toBe(true);
        }
      }),
    );
  });
});
