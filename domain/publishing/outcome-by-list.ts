import type { CreateCandidate, JournalEntry } from '../journal/entry.ts';
import { compareWithRemote } from '../merge/compare-with-remote.ts';
import { changedSince, sameContent } from '../webhook/difference.ts';
import type { Webhook, WebhookDefinition } from '../webhook/webhook.ts';
import { addressable, idDefects, type ListedWebhook } from '../webhook/listed.ts';
import { matchesRequest, unreportedNotes } from './matches-request.ts';
import { attributeCreates, type FoundCreate, mayBeUnaddressable } from './attribute-creates.ts';
import { differencesOutside, outsideNotes } from './unrequested-changes.ts';

/** The outcome of an open entry, as a later list of its installation shows it. */
export interface Settlement {
  /** `unknown`: a person says which of the candidates the create made. */
  readonly outcome: 'done' | 'differs' | 'not-applied' | 'unknown';
  readonly webhookId: number | null;
  readonly after: Webhook | null;
  readonly notes: readonly string[];
  readonly candidates?: readonly CreateCandidate[];
}

/**
 * Compares entries with the list; sends nothing. Omits entries whose webhook has an ambiguous id.
 * @param entries in send order
 * @param idsOfOthers ids that belong to creates of other entries; `maybe`: ids that an earlier create got once
 * @param laterRequests for the same webhook by entry id, the oldest first
 */
export function outcomeByList(
  entries: readonly JournalEntry[],
  list: readonly ListedWebhook[],
  idsOfOthers: ReadonlyMap<number, 'yes' | 'maybe'>,
  laterRequests: ReadonlyMap<string, readonly JournalEntry[]> = new Map(),
): ReadonlyMap<string, Settlement> {
  const webhooks = addressable(list);
  const defects = idDefects(list);
  const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
  const creates = entries.flatMap(({ id, action, meant: requested, knownIds, accepted }) =>
    action === 'create' && requested !== null
      ? [{ key: id, requested, knownIds: knownIds ?? [], accepted }]
      : [],
  );
  const foundCreates = attributeCreates(creates, webhooks, new Set(idsOfOthers.keys()));
  // The installation may have given an id again: then a person decides.
  const sureIds = [...idsOfOthers].filter(([, isOther]) => isOther === 'yes').map(([id]) => id);
  const possibleCreates =
    sureIds.length === idsOfOthers.size
      ? foundCreates
      : attributeCreates(creates, webhooks, new Set(sureIds));
  return new Map(
    entries.flatMap((entry): [string, Settlement][] => {
      const create = foundCreates.get(entry.id);
      if (create !== undefined) {
        const isUnclear = create.webhook === null && mayBeUnaddressable(entry.meant, list);
        const possible = possibleCreates.get(entry.id) ?? create;
        return isUnclear ? [] : [[entry.id, settleCreate(entry, create, possible)]];
      }
      if (entry.webhookId !== null && defects.has(entry.webhookId)) return [];
      const current = entry.webhookId === null ? null : (byId.get(entry.webhookId) ?? null);
      const live = stateAfterEntry(entry, current, laterRequests.get(entry.id) ?? []);
      const settlement =
        entry.meant === null ? settleDelete(entry, live) : settleUpdate(entry, entry.meant, live);
      return [[entry.id, settlement]];
    }),
  );
}

/** The state before the next request, unless only this entry requested the current state. */
function stateAfterEntry(
  { meant: requested }: JournalEntry,
  current: Webhook | null,
  laterRequests: readonly JournalEntry[],
): Webhook | null {
  const [next] = laterRequests;
  const beforeNext = next?.before ?? null;
  // The deletion may follow the read for the next request, unless a later read found the webhook.
  const isFoundLater =
    laterRequests.slice(1).some(({ before }) => before !== null) ||
    laterRequests.some(({ after }) => after !== null);
  if (requested === null && current === null && !isFoundLater) return null;
  if (beforeNext === null || current === null || requested === null) return beforeNext ?? current;
  const isRequestedLater = laterRequests.some(
    ({ meant }) => meant !== null && matchesRequest(meant, current),
  );
  return matchesRequest(requested, current) && !isRequestedLater ? current : beforeNext;
}

/** For a create that the installation stored in another form, if at all. */
export const undecidedNote = (candidates: readonly CreateCandidate[]): string =>
  candidates.length === 1
    ? 'The list has a new webhook, but not as it was sent. Select whether it is this one.'
    : `The list has ${candidates.length} new webhooks, but none as it was sent. Select which of them is this one.`;

/** For a create that may have made a webhook whose id History gives to an earlier create. */
const givenAgainNote = (candidates: readonly CreateCandidate[]): string =>
  candidates.length === 1
    ? 'The list has a new webhook, but an earlier create got the same id. Select whether it is this one.'
    : `The list has ${candidates.length} new webhooks, but earlier creates got the same ids. Select which of them is this one.`;

const undecided = (candidates: readonly CreateCandidate[], note: string): Settlement => ({
  outcome: 'unknown',
  webhookId: null,
  after: null,
  notes: [note],
  candidates,
});

/** @param result what the check shows, for the first note */
const settlement = (
  outcome: Settlement['outcome'],
  { webhookId }: Pick<JournalEntry, 'webhookId'>,
  after: Webhook | null,
  result: string,
  notes: readonly string[] = [],
): Settlement => ({
  outcome,
  webhookId: after?.id ?? webhookId,
  after,
  notes: [`The result was unknown at first. A later check shows that ${result}.`, ...notes],
});

function settleCreate(
  entry: JournalEntry,
  { webhook, notes, candidates }: FoundCreate,
  possible: FoundCreate,
): Settlement {
  const { meant: requested } = entry;
  if (webhook === null && candidates.length > 0) {
    return undecided(candidates, undecidedNote(candidates));
  }
  const again =
    possible.webhook === null
      ? possible.candidates
      : [{ id: possible.webhook.id, name: possible.webhook.name }];
  if (webhook === null && again.length > 0) return undecided(again, givenAgainNote(again));
  if (webhook === null || requested === null) {
    return settlement('not-applied', { webhookId: null }, null, 'no webhook was created', notes);
  }
  const allNotes = [...notes, ...unreportedNotes(webhook)];
  if (matchesRequest(requested, webhook)) {
    const result = `it was created, with the id ${webhook.id}`;
    return settlement('done', entry, webhook, result, allNotes);
  }
  const result = `webhook ${webhook.id} with that name was created, but does not match what was sent`;
  return settlement('differs', entry, webhook, result, allNotes);
}

function settleUpdate(
  entry: JournalEntry,
  requested: WebhookDefinition,
  live: Webhook | null,
): Settlement {
  const { before } = entry;
  if (live === null) return settlement('differs', entry, null, 'the webhook no longer exists');
  if (matchesRequest(requested, live)) {
    return settlement('done', entry, live, 'it was applied', unreportedNotes(live));
  }
  if (before !== null && !changedSince(before, live)) {
    return settlement('not-applied', entry, live, 'nothing was changed');
  }
  // A list may report other members than a single webhook, so these are not compared.
  const notes = before === null ? [] : outsideNotes(differencesOutside(before, requested, live));
  const result = 'the webhook matches neither the previous nor the sent version';
  return settlement('differs', entry, live, result, notes);
}

function settleDelete(entry: JournalEntry, live: Webhook | null): Settlement {
  const { before } = entry;
  if (live === null) return settlement('done', entry, null, 'the webhook is gone');
  if (before === null || compareWithRemote(before, live).kind === 'replaced') {
    return settlement('differs', entry, live, 'a different webhook has this id');
  }
  const isSame = sameContent(before, live);
  const result = isSame ? 'it was not deleted' : 'it was not deleted, and has changed since';
  return settlement('not-applied', entry, live, result);
}
