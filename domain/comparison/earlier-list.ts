import { type IdRanges, isInRanges, type JournalEntry } from '../journal/entry.ts';
import { sameContent } from '../webhook/difference.ts';
import { keyOf, type ListedWebhook, type WebhookKey } from '../webhook/listed.ts';
import type { Webhook } from '../webhook/webhook.ts';

type WebhookEntry = Pick<
  JournalEntry,
  'at' | 'action' | 'webhookId' | 'before' | 'meant' | 'after' | 'outcome' | 'knownIds'
>;

/** `null`: the installation did not have the webhook. */
type State = Webhook | null;

/** The webhooks of an installation at an earlier time. */
export interface EarlierList {
  readonly webhooks: readonly ListedWebhook[];
  /** Webhooks whose state at that time is not known. */
  readonly keysOfUnknownState: ReadonlySet<WebhookKey>;
}

/** Finds the earlier list from the entries of History and the list of today. Maps are by id. */
export class EarlierStates {
  readonly #at: Date;
  /** The last state that an entry saw until that time. */
  readonly #lastUntil = new Map<number, State>();
  /** Ids with an entry until that time, also if its result is not known. */
  readonly #idsUntil = new Set<number>();
  /** The first state that an entry saw after that time. */
  readonly #firstSince = new Map<number, State>();
  /** Creates after that time whose webhook is not known. */
  readonly #unattributed: { readonly name: string; readonly knownIds: IdRanges | null }[] = [];

  constructor(at: Date) {
    this.#at = at;
  }

  /** Takes the newest entry first. */
  add(entry: WebhookEntry): void {
    const id = entry.after?.id ?? entry.webhookId;
    if (entry.at > this.#at) this.#addSince(entry, id);
    else if (id !== null && !this.#idsUntil.has(id)) {
      this.#idsUntil.add(id);
      const state = stateAfter(entry);
      if (state !== undefined) this.#lastUntil.set(id, state);
    }
  }

  /** @param now the list of today, read at `readAt` */
  list(now: Iterable<ListedWebhook>, readAt: Date): EarlierList {
    const webhooks: ListedWebhook[] = [];
    const keysOfUnknownState = new Set<WebhookKey>();
    const idsOfToday = new Set<number>();
    const put = (webhook: ListedWebhook, isKnown: boolean): void => {
      webhooks.push(webhook);
      if (!isKnown) keysOfUnknownState.add(keyOf(webhook));
    };
    for (const webhook of now) {
      if (webhook.id === null) put(webhook, true);
      else {
        idsOfToday.add(webhook.id);
        this.#decide(webhook.id, webhook, readAt, put);
      }
    }
    const idsOfEntries = new Set([...this.#firstSince.keys(), ...this.#lastUntil.keys()]);
    for (const id of idsOfEntries) if (!idsOfToday.has(id)) this.#decide(id, null, readAt, put);
    return { webhooks, keysOfUnknownState };
  }

  #decide(
    id: number,
    now: State,
    readAt: Date,
    put: (webhook: Webhook, isKnown: boolean) => void,
  ): void {
    const since = this.#firstSince.get(id);
    const later = since === undefined ? now : since;
    // A list that was read before that time includes the changes by others until then.
    const listDecides = since === undefined && readAt <= this.#at;
    const until = listDecides ? undefined : this.#lastUntil.get(id);
    const isKnown = until === undefined ? !this.#mayBeNew(id, now) : isSame(until, later);
    const webhook = later ?? (isKnown ? null : (until ?? null));
    if (webhook !== null) put(webhook, isKnown);
  }

  /** Whether a create with an unknown id may have made the webhook after that time. */
  #mayBeNew(id: number, now: State): boolean {
    if (now === null || this.#firstSince.has(id) || this.#idsUntil.has(id)) return false;
    return this.#unattributed.some(
      ({ name, knownIds }) => name === now.name && !isInRanges(knownIds ?? [], id),
    );
  }

  #addSince({ action, outcome, before, meant, knownIds }: WebhookEntry, id: number | null): void {
    const hasNoEffect = outcome === 'failed' || outcome === 'not-applied';
    if (action !== 'create') {
      if (id !== null && before !== null) this.#firstSince.set(id, before);
    } else if (hasNoEffect) return;
    else if (id !== null) this.#firstSince.set(id, null);
    else if (meant !== null) this.#unattributed.push({ name: meant.name, knownIds });
  }
}

/** `undefined` if the entry does not contain the state. */
function stateAfter({ action, outcome, before, after }: WebhookEntry): State | undefined {
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

const isSame = (a: State, b: State): boolean =>
  a === null || b === null ? a === b : sameContent(a, b);
