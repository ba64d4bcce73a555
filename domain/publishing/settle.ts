import type { JournalEntry } from '../journal/entry.ts';
import { changedSince } from '../webhook/difference.ts';
import type { Webhook } from '../webhook/webhook.ts';
import { addressable, idDefects, type ListedWebhook } from '../webhook/listed.ts';
import { matchesRequest, unreportedNotes } from './matches-request.ts';
import { attributeCreates, type FoundCreate, mayBeUnaddressable } from './attribute-creates.ts';
import { differencesOutside, outsideNotes } from './unrequested-changes.ts';

export interface Settlement {
  readonly outcome: 'done' | 'differs' | 'not-applied';
  readonly webhookId: number | null;
  readonly after: Webhook | null;
  readonly notes: readonly string[];
}

/**
 * Compares entries with the list; sends nothing. Omits entries whose webhook has an ambiguous id.
 * @param entries in send order
 * @param later requests for the same webhook by entry id, the oldest first
 * @param finish milliseconds that an installation may still work on a request
 */
export function settle(
  entries: readonly JournalEntry[],
  list: readonly ListedWebhook[],
  taken: ReadonlySet<number>,
  later: ReadonlyMap<string, readonly JournalEntry[]> = new Map(),
  finish = 0,
): ReadonlyMap<string, Settlement> {
  const webhooks = addressable(list);
  const defects = idDefects(list);
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const found = attributeCreates(
    entries.flatMap(({ id, action, meant, knownIds }) =>
      action === 'create' && meant !== null
        ? [{ key: id, meant, knownIds: knownIds ?? [], accepted: false }]
        : [],
    ),
    webhooks,
    taken,
  );
  return new Map(
    entries.flatMap((entry): [string, Settlement][] => {
      const create = found.get(entry.id);
      if (create !== undefined) {
        const isUnclear = create.webhook === null && mayBeUnaddressable(entry.meant, list);
        return isUnclear ? [] : [[entry.id, settleCreate(entry, create)]];
      }
      if (entry.webhookId !== null && defects.has(entry.webhookId)) return [];
      const now = entry.webhookId === null ? null : (byId.get(entry.webhookId) ?? null);
      const live = firstSeen(entry, now, later.get(entry.id) ?? [], finish);
      const settlement =
        entry.meant === null ? settleDelete(entry, live) : settleUpdate(entry, live);
      return [[entry.id, settlement]];
    }),
  );
}

/** The state before the next request, unless only this entry meant the current state. */
function firstSeen(
  { meant, at }: JournalEntry,
  now: Webhook | null,
  later: readonly JournalEntry[],
  finish: number,
): Webhook | null {
  const [next] = later;
  const before = next?.before ?? null;
  // The deletion may follow the read for the next request.
  const isEarly = next !== undefined && next.at.getTime() - at.getTime() < finish;
  if (meant === null && now === null && isEarly) return null;
  if (before === null || now === null || meant === null) return before ?? now;
  const isOfAnother = later.some((each) => each.meant !== null && matchesRequest(each.meant, now));
  return matchesRequest(meant, now) && !isOfAnother ? now : before;
}

const seen = (what: string): string =>
  `The result was unknown at first. A later check shows that ${what}.`;

function settleCreate({ meant }: JournalEntry, { webhook, notes }: FoundCreate): Settlement {
  if (webhook === null || meant === null) {
    return {
      outcome: 'not-applied',
      webhookId: null,
      after: null,
      notes: [seen('no webhook was created'), ...notes],
    };
  }
  const asMeant = matchesRequest(meant, webhook);
  const what = asMeant
    ? `it was created, with the id ${webhook.id}`
    : `webhook ${webhook.id} with that name was created, but does not match what was sent`;
  return {
    outcome: asMeant ? 'done' : 'differs',
    webhookId: webhook.id,
    after: webhook,
    notes: [seen(what), ...notes, ...unreportedNotes(webhook)],
  };
}

function settleUpdate(
  { before, meant, webhookId }: JournalEntry,
  live: Webhook | null,
): Settlement {
  if (live === null || meant === null) {
    return {
      outcome: 'differs',
      webhookId,
      after: null,
      notes: [seen('the webhook no longer exists')],
    };
  }
  const result = { webhookId, after: live };
  if (matchesRequest(meant, live)) {
    return {
      ...result,
      outcome: 'done',
      notes: [seen('it was applied'), ...unreportedNotes(live)],
    };
  }
  if (before !== null && !changedSince(before, live)) {
    return { ...result, outcome: 'not-applied', notes: [seen('nothing was changed')] };
  }
  // A list may report other members than a single webhook, so these are not compared.
  const outside = before === null ? [] : outsideNotes(differencesOutside(before, meant, live));
  const what = 'the webhook matches neither the previous nor the sent version';
  return { ...result, outcome: 'differs', notes: [seen(what), ...outside] };
}

function settleDelete({ before, webhookId }: JournalEntry, live: Webhook | null): Settlement {
  if (live === null) {
    const notes = [seen('the webhook is gone')];
    return { outcome: 'done', webhookId, after: null, notes };
  }
  const result = { webhookId, after: live };
  if (before !== null && !changedSince(before, live)) {
    return { ...result, outcome: 'not-applied', notes: [seen('it was not deleted')] };
  }
  return {
    ...result,
    outcome: 'differs',
    notes: [seen('a different webhook has this id')],
  };
}
