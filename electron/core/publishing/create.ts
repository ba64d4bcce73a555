import { type IdRanges, type JournalEntry, rangesOf } from '#domain/journal/entry.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import {
  attributeCreates,
  type FoundCreate,
  mayBeUnaddressable,
} from '#domain/publishing/attribute-creates.ts';
import {
  appearedProblem,
  createdUnaddressableProblem,
} from '#domain/publishing/publish-problems.ts';
import { addressable, idDefects, type ListedWebhook } from '#domain/webhook/listed.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { NewEntry } from '../journal/journal.ts';
import type { WebhookWrite } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import {
  type Completed,
  recordNotApplied,
  recordRead,
  recordUndecided,
  recordUnfinished,
  recordUnread,
} from './completion.ts';
import type { Origin, PublishContext, PublishStep } from './context.ts';
import { entryOf, mayStillApply, send, type Sent } from './send.ts';

/** A webhook to create. */
export interface NewWebhook {
  readonly definition: WebhookDefinition;
  /** Ids of the webhooks with this name that the person saw. `null` creates in any case. */
  readonly namedBefore: readonly number[] | null;
  readonly origin: Origin;
}

/** Creates one webhook. The signal has no effect once sending has begun. */
export async function* create(
  context: PublishContext,
  { definition, namedBefore }: Omit<NewWebhook, 'origin'>,
  signal?: AbortSignal,
): AsyncGenerator<PublishStep, Completed, void> {
  const item: NewWebhook = { definition, namedBefore, origin: context.origin };
  const batch = new CreateBatch(context, [item]);
  yield 'checking';
  await batch.readKnownIds(signal);
  stopIfCancelled(signal);

  yield 'sending';
  await batch.send(item);

  yield 'reading-back';
  const [completed] = (await batch.readBack()).values();
  if (completed === undefined) throw new Error('A create that was sent has no outcome.');
  return completed;
}

/**
 * Creates on one installation. The response to a create lacks the new id, so the list is read before and after
 * the creates.
 */
export class CreateBatch<Item extends NewWebhook = NewWebhook> {
  readonly #context: PublishContext;
  readonly #items: readonly Item[];
  #prefetch: Promise<JournalPrefetch<Item>> | null = null;
  /** Sent creates whose webhooks are not found yet. */
  readonly #outstanding = new Map<Item, Sent>();
  /** Webhooks that got the name of an item since the person decided about it. */
  readonly #appeared = new Map<Item, readonly Webhook[]>();
  #isInDoubt = false;
  /** Ids of the webhooks that the list showed for creates of this batch. */
  readonly #attributed = new Set<number>();

  constructor(context: PublishContext, items: readonly Item[]) {
    this.#context = context;
    this.#items = items;
  }

  /** After a lost answer, nothing may be sent before `readBack`. */
  get isInDoubt(): boolean {
    return this.#isInDoubt;
  }

  /** Optional: `send` reads the list when this did not succeed. */
  async readKnownIds(signal?: AbortSignal): Promise<void> {
    await this.#begin(signal);
  }

  /** @throws ProblemError when it was not sent, `RefusedRequest` when the installation refused it */
  async send(item: Item): Promise<void> {
    const prefetch = await this.#begin();
    const appeared = this.#appeared.get(item);
    if (appeared !== undefined) throw new ProblemError(appearedProblem(appeared));
    const entry = await prefetch.entryFor(item);
    const sent = await send(this.#context, entry, writeOf(item));
    this.#outstanding.set(item, sent);
    if (sent.doubt !== null) this.#isInDoubt = true;
  }

  /** Reads the list, and completes the entries of all sent creates. */
  async readBack(): Promise<ReadonlyMap<Item, Completed>> {
    const outstanding = [...this.#outstanding];
    this.#outstanding.clear();
    this.#isInDoubt = false;
    if (outstanding.length === 0) return new Map();
    const completions = new Map<Item, Promise<Completed>>();
    try {
      await this.#context.client.list({
        beforeSnapshot: ({ webhooks }) => {
          const found = this.#attribute(outstanding, addressable(webhooks));
          // Synchronous, so that no other create of this run is given the same webhooks.
          for (const [item, sent] of outstanding) {
            const create = found.get(sent.entry.id) ?? { webhook: null, notes: [], candidates: [] };
            completions.set(item, this.#complete(item, sent, create, webhooks));
          }
        },
      });
    } catch (error) {
      for (const [item, sent] of outstanding) {
        completions.set(item, recordUnread(this.#context, sent, error));
      }
    }
    return new Map(
      await Promise.all(
        [...completions].map(async ([item, completion]): Promise<[Item, Completed]> => [
          item,
          await completion,
        ]),
      ),
    );
  }

  /** Closes the entries of items that were not sent. */
  async release(): Promise<void> {
    const prefetch = await this.#prefetch?.catch(() => null);
    await prefetch?.release();
  }

  #attribute(
    outstanding: readonly (readonly [Item, Sent])[],
    webhooks: readonly Webhook[],
  ): ReadonlyMap<string, FoundCreate> {
    const { client, journal } = this.#context;
    const creates = outstanding.map(([{ definition }, { entry, doubt }]) => ({
      key: entry.id,
      requested: definition,
      knownIds: entry.knownIds ?? [],
      accepted: doubt === null,
    }));
    const ofOtherRuns = journal.open.createdSince(outstanding.map(([, { entry }]) => entry));
    const attributed = new Set([...this.#attributed, ...ofOtherRuns]);
    const found = attributeCreates(creates, webhooks, attributed);
    for (const { webhook } of found.values()) {
      if (webhook === null) continue;
      this.#attributed.add(webhook.id);
      client.noteWritten(webhook.id, webhook);
    }
    return found;
  }

  #complete(
    { definition: requested }: Item,
    sent: Sent,
    { webhook, notes, candidates }: FoundCreate,
    list: readonly ListedWebhook[],
  ): Promise<Completed> {
    if (webhook !== null) {
      return recordRead(this.#context, sent, { requested, webhook, notes: [...notes] });
    }
    if (mayBeUnaddressable(requested, list)) {
      return recordUnread(this.#context, sent, new ProblemError(createdUnaddressableProblem));
    }
    if (candidates.length > 0) return recordUndecided(this.#context, sent, candidates);
    if (mayStillApply(sent)) return recordUnfinished(this.#context, sent);
    const notCreated =
      sent.doubt === null
        ? 'The installation accepted the request, but its list shows no new webhook.'
        : `${sent.doubt.message} The list shows that no webhook was created.`;
    const result = { requested, webhook, notes: [notCreated, ...notes] };
    return recordNotApplied(this.#context, sent, result);
  }

  /** Reads the list once for all items; after a failure, the next item tries again. */
  #begin(signal?: AbortSignal): Promise<JournalPrefetch<Item>> {
    this.#prefetch ??= this.#beginPrefetch(signal).catch((error: unknown) => {
      this.#prefetch = null;
      throw error;
    });
    return this.#prefetch;
  }

  async #beginPrefetch(signal: AbortSignal | undefined): Promise<JournalPrefetch<Item>> {
    const context = this.#context;
    const knownIds = await this.#knownIds(signal);
    const sendable = this.#items.filter((item) => !this.#appeared.has(item));
    return new JournalPrefetch(context.journal, sendable, (item) => {
      const { origin } = item;
      return entryOf({ ...context, origin }, writeOf(item), { before: null, knownIds });
    });
  }

  /** Notes webhooks that got the name of an item since. A plan does so once, before its first create. */
  async #findAppeared(webhooks: readonly Webhook[]): Promise<void> {
    const { client, journal } = this.#context;
    const byName = Map.groupBy(webhooks, ({ name }) => name);
    let createdBefore: ReadonlySet<number> | null = null;
    for (const item of this.#items) {
      const { namedBefore, definition, origin } = item;
      if (namedBefore === null) continue;
      const seen = new Set(namedBefore);
      const unseen = byName.get(definition.name)?.filter(({ id }) => !seen.has(id)) ?? [];
      if (unseen.length === 0) continue;
      createdBefore ??= await createdByPlan(journal, client.connection.id, origin.planId);
      const ofOthers = unseen.filter(({ id }) => createdBefore?.has(id) !== true);
      if (ofOthers.length > 0) this.#appeared.set(item, ofOthers);
    }
  }

  async #knownIds(signal: AbortSignal | undefined): Promise<IdRanges> {
    const { client, knownIds } = this.#context;
    try {
      const { webhooks } = await client.list({ signal });
      await this.#findAppeared(addressable(webhooks));
      return rangesOf([
        ...addressable(webhooks).map(({ id }) => id),
        ...idDefects(webhooks).keys(),
      ]);
    } catch (error) {
      const isCancelled = signal?.aborted === true;
      if (knownIds === null || isCancelled || !(error instanceof ProblemError)) throw error;
      return knownIds;
    }
  }
}

/** A resumed plan finds the webhooks that it created before it was interrupted. */
async function createdByPlan(
  journal: PublishContext['journal'],
  connectionId: string,
  planId: string | null,
): Promise<ReadonlySet<number>> {
  if (planId === null) return new Set();
  const entries = await journal.all({ connectionId, planId });
  return new Set(
    entries.flatMap(({ action, webhookId }) => (action === 'create' ? (webhookId ?? []) : [])),
  );
}

const writeOf = ({ definition }: NewWebhook): WebhookWrite => ({ action: 'create', definition });

const entriesPerWrite = 64;

/** Stores entries ahead of their requests: one disk write per request would be slower than the requests. */
class JournalPrefetch<Item> {
  readonly #journal: PublishContext['journal'];
  readonly #items: readonly Item[];
  readonly #entryOf: (item: Item) => NewEntry;
  readonly #begun = new Map<Item, Promise<JournalEntry>>();
  readonly #sentOnce = new Set<Item>();
  #next = 0;

  constructor(
    journal: PublishContext['journal'],
    items: readonly Item[],
    entryOf: (item: Item) => NewEntry,
  ) {
    this.#journal = journal;
    this.#items = items;
    this.#entryOf = entryOf;
  }

  /** An item that is sent again gets a new entry. */
  entryFor(item: Item): Promise<JournalEntry> {
    if (this.#sentOnce.has(item)) this.#begin([item]);
    while (!this.#begun.has(item) && this.#next < this.#items.length) this.#beginMore();
    const begun = this.#begun.get(item);
    this.#begun.delete(item);
    if (begun === undefined) throw new Error('This item is none of those that were given.');
    this.#sentOnce.add(item);
    if (this.#begun.size < entriesPerWrite / 2) this.#beginMore();
    return begun;
  }

  async release(): Promise<void> {
    this.#next = this.#items.length;
    const unsent = await Promise.allSettled(this.#begun.values());
    this.#begun.clear();
    await Promise.all(
      unsent.map(async (entry) => {
        if (entry.status !== 'fulfilled') return;
        await this.#journal.complete(entry.value, {
          outcome: 'failed',
          after: null,
          problem: neverSent,
          notes: [],
        });
      }),
    );
  }

  #beginMore(): void {
    const items = this.#items.slice(this.#next, this.#next + entriesPerWrite);
    this.#next += items.length;
    this.#begin(items);
  }

  #begin(items: readonly Item[]): void {
    if (items.length === 0) return;
    const beginning = this.#journal.begin(items.map(this.#entryOf));
    for (const [index, item] of items.entries()) {
      const begun = beginning.then((entries) => {
        const entry = entries[index];
        if (entry === undefined) throw new Error('History returned no entry for a request.');
        return entry;
      });
      // `entryFor` reports the rejection.
      begun.catch(() => undefined);
      this.#begun.set(item, begun);
    }
  }
}

const neverSent = plainProblem(
  'aborted',
  'The change was not sent, because the plan stopped before it.',
  'Resume the plan to send it.',
);
