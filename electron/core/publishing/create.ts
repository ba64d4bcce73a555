import type { IdRanges } from '#domain/journal/entry.ts';
import {
  attributeCreates,
  type FoundCreate,
  mayBeUnaddressable,
} from '#domain/publishing/attribute-creates.ts';
import { rangesOf } from '#domain/publishing/id-ranges.ts';
import {
  appearedProblem,
  createdUnaddressableProblem,
} from '#domain/publishing/publish-problems.ts';
import { ProblemError } from '#domain/problem.ts';
import { addressable, idDefects, type ListedWebhook } from '#domain/webhook/listed.ts';
import type { Webhook, WebhookDefinition } from '#domain/webhook/webhook.ts';
import type { WebhookWrite } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import {
  type Completed,
  completeNotApplied,
  completeRead,
  completeUndecided,
  completeUnfinished,
  completeUnread,
} from './completion.ts';
import type { Origin, PublishContext, PublishStep } from './context.ts';
import { JournalPrefetch } from './journal-prefetch.ts';
import { entryOf, mayStillApply, send, type Sent } from './send.ts';

export interface NewWebhook {
  readonly definition: WebhookDefinition;
  /** Ids of the webhooks with this name that the person saw. `null` creates in any case. */
  readonly namedBefore: readonly number[] | null;
  readonly origin: Origin;
}

/** The signal has no effect once sending has begun. */
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

/** A create's response lacks the new id, so the list is read before and after the creates. */
export class CreateBatch<Item extends NewWebhook = NewWebhook> {
  readonly #context: PublishContext;
  readonly #items: readonly Item[];
  #prefetch: Promise<JournalPrefetch<Item>> | null = null;
  readonly #outstanding = new Map<Item, Sent>();
  /** Webhooks that got the name of an item since the person decided about it. */
  readonly #appeared = new Map<Item, readonly Webhook[]>();
  #isInDoubt = false;
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
    const entry = await prefetch.take(item);
    const sent = await send(this.#context, entry, writeOf(item));
    this.#outstanding.set(item, sent);
    if (sent.doubt !== null) this.#isInDoubt = true;
  }

  async readBack(): Promise<ReadonlyMap<Item, Completed>> {
    const outstanding = [...this.#outstanding];
    this.#outstanding.clear();
    this.#isInDoubt = false;
    if (outstanding.length === 0) return new Map();
    const completed = new Map<Item, Promise<Completed>>();
    try {
      await this.#context.client.list({
        beforeSnapshot: ({ webhooks }) => {
          const found = this.#attribute(outstanding, addressable(webhooks));
          // Synchronous, so that no other create of this run is given the same webhooks.
          for (const [item, sent] of outstanding) {
            const create = found.get(sent.entry.id) ?? { webhook: null, notes: [], candidates: [] };
            completed.set(item, this.#complete(item, sent, create, webhooks));
          }
        },
      });
    } catch (error) {
      for (const [item, sent] of outstanding) {
        completed.set(item, completeUnread(this.#context, sent, error));
      }
    }
    return new Map(
      await Promise.all(
        [...completed].map(async ([item, completing]): Promise<[Item, Completed]> => [
          item,
          await completing,
        ]),
      ),
    );
  }

  async release(): Promise<void> {
    const prefetch = await this.#prefetch?.catch(() => null);
    await prefetch?.release();
  }

  #attribute(
    outstanding: readonly (readonly [Item, Sent])[],
    webhooks: readonly Webhook[],
  ): ReadonlyMap<string, FoundCreate> {
    const { client, journal } = this.#context;
    const wanted = outstanding.map(([{ definition }, { entry, doubt }]) => ({
      key: entry.id,
      meant: definition,
      knownIds: entry.knownIds ?? [],
      accepted: doubt === null,
    }));
    const others = journal.open.createdSince(outstanding.map(([, { entry }]) => entry));
    const taken = new Set([...this.#attributed, ...others]);
    const found = attributeCreates(wanted, webhooks, taken);
    for (const { webhook } of found.values()) {
      if (webhook === null) continue;
      this.#attributed.add(webhook.id);
      client.noteWritten(webhook.id, webhook);
    }
    return found;
  }

  #complete(
    { definition: meant }: Item,
    sent: Sent,
    { webhook, notes: found, candidates }: FoundCreate,
    list: readonly ListedWebhook[],
  ): Promise<Completed> {
    if (webhook !== null) {
      return completeRead(this.#context, sent, { meant, webhook, notes: [...found] });
    }
    if (mayBeUnaddressable(meant, list)) {
      return completeUnread(this.#context, sent, new ProblemError(createdUnaddressableProblem));
    }
    if (candidates.length > 0) return completeUndecided(this.#context, sent, candidates);
    if (mayStillApply(sent)) return completeUnfinished(this.#context, sent);
    const note =
      sent.doubt === null
        ? 'The installation accepted the request, but its list shows no new webhook.'
        : `${sent.doubt.message} The list shows that no webhook was created.`;
    return completeNotApplied(this.#context, sent, { meant, webhook, notes: [note, ...found] });
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
    const unhindered = this.#items.filter((item) => !this.#appeared.has(item));
    return new JournalPrefetch(context.journal, unhindered, (item) => {
      const { origin } = item;
      return entryOf({ ...context, origin }, writeOf(item), { before: null, knownIds });
    });
  }

  /** A plan looks once for each installation, before its first create there. */
  async #compareNames(webhooks: readonly Webhook[]): Promise<void> {
    const { client, journal } = this.#context;
    const byName = Map.groupBy(webhooks, ({ name }) => name);
    let own: ReadonlySet<number> | null = null;
    for (const item of this.#items) {
      const { namedBefore, definition, origin } = item;
      if (namedBefore === null) continue;
      const seen = new Set(namedBefore);
      const unseen = byName.get(definition.name)?.filter(({ id }) => !seen.has(id)) ?? [];
      if (unseen.length === 0) continue;
      own ??= await createdByPlan(journal, client.connection.id, origin.planId);
      const others = unseen.filter(({ id }) => own?.has(id) !== true);
      if (others.length > 0) this.#appeared.set(item, others);
    }
  }

  async #knownIds(signal: AbortSignal | undefined): Promise<IdRanges> {
    const { client, knownIds } = this.#context;
    try {
      const { webhooks } = await client.list({ signal });
      await this.#compareNames(addressable(webhooks));
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
