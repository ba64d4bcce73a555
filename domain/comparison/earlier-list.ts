import type { IdRanges, JournalEntry } from '../journal/entry.ts';
import { isInRanges } from '../publishing/id-ranges.ts';
import { sameContent } from '../webhook/difference.ts';
import { keyOf, type ListedWebhook, type WebhookKey } from '../webhook/listed.ts';
import type { Webhook } from '../webhook/webhook.ts';

type Entry = Pick<
  JournalEntry,
  'at' | 'action' | 'webhookId' | 'before' | 'meant' | 'after' | 'outcome' | 'knownIds'
>;

/** `null`: the installation did not have the webhook. */
type State = Webhook | null;

export interface EarlierList {
  readonly webhooks: readonly ListedWebhook[];
  /** Webhooks whose state at that time is not known. */
  readonly unknown: ReadonlySet<WebhookKey>;
}

/** The webhooks of an installation at an earlier time, from the entries of History and the list of today. */
export class EarlierStates {
  readonly #at: Date;
  /** The last state that an entry saw until that time. */
  readonly #until = new Map<number, State>();
  /** Ids with an entry until that time, also if its result is not known. */
  readonly #decided = new Set<number>();
  /** The first state that an entry saw after that time. */
  readonly #since = new Map<number, State>();
  readonly #created: { readonly name: string; readonly knownIds: IdRanges | null }[] = [];

  constructor(at: Date) {
    this.#at = at;
  }

  /** Takes the newest entry first. */
  add(entry: Entry): void {
    const id = entry.after?.id ?? entry.webhookId;
    if (entry.at > this.#at) this.#addSince(entry, id);
    else if (id !== null && !this.#decided.has(id)) {
      this.#decided.add(id);
      const state = stateAfter(entry);
      if (state !== undefined) this.#until.set(id, state);
    }
  }

  /** @param now the list of today, read at `readAt` */
  list(now: Iterable<ListedWebhook>, readAt: Date): EarlierList {
    const webhooks: ListedWebhook[] = [];
    const unknown = new Set<WebhookKey>();
    const seen = new Set<number>();
    const put = (webhook: ListedWebhook, isKnown: boolean): void => {
      webhooks.push(webhook);
      if (!isKnown) unknown.add(keyOf(webhook));
    };
    for (const webhook of now) {
      if (webhook.id === null) put(webhook, true);
      else {
        seen.add(webhook.id);
        this.#decide(webhook.id, webhook, readAt, put);
      }
    }
    const gone = new Set([...this.#since.keys(), ...this.#until.keys()]);
    for (const id of gone) if (!seen.has(id)) this.#decide(id, null, readAt, put);
    return { webhooks, unknown };
  }

  #decide(
    id: number,
    now: State,
    readAt: Date,
    put: (webhook: Webhook, isKnown: boolean) => void,
  ): void {
    const since = this.#since.get(id);
    const later = since === undefined ? now : since;
    // A list that was read before that time shows what others changed until then.
    const isOfList = since === undefined && readAt <= this.#at;
    const until = isOfList ? undefined : this.#until.get(id);
    const isKnown = until === undefined ? !this.#mayBeNew(id, now) : isSame(until, later);
    const webhook = later ?? (isKnown ? null : (until ?? null));
    if (webhook !== null) put(webhook, isKnown);
  }

  /** Whether a create with an unknown id may have made it after that time. */
  #mayBeNew(id: number, now: State): boolean {
    if (now === null || this.#since.has(id) || this.#decided.has(id)) return false;
    return this.#created.some(
      ({ name, knownIds }) => name === now.name && !isInRanges(knownIds ?? [], id),
    );
  }

  #addSince({ action, outcome, before, meant, knownIds }: Entry, id: number | null): void {
    const hasNoEffect = outcome === 'failed' || outcome === 'not-applied';
    if (action !== 'create') {
      if (id !== null && before !== null) this.#since.set(id, before);
    } else if (hasNoEffect) return;
    else if (id !== null) this.#since.set(id, null);
    else if (meant !== null) this.#created.push({ name: meant.name, knownIds });
  }
}

/** `undefined` if the entry does not contain the state. */
function stateAfter({ action, outcome, before, after }: Entry): State | undefined {
  switch (outcome) {
    case 'done':
    case 'differs':
      return after ?? (action === 'delete' ? null : undefined);
    case 'failed':
    case 'not-applied':
      return after ?? before ?? undefined;
    case 'sent':
    case 'unknown':
      return undefined;
  }
}

const isSame = (one: State, other: State): boolean =>
  one === null || other === null ? one === other : sameContent(one, other);
