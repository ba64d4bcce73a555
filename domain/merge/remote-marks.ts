import { contentKey, haveSameFields } from '../webhook/difference.ts';
import { sameHeader } from '../webhook/header-change-set.ts';
import { givenIdOf, keyOf, type ListedWebhook, type WebhookKey } from '../webhook/listed.ts';
import type { Header } from '../webhook/webhook.ts';

export type RemoteMarkKind = 'changed' | 'new' | 'deleted';

/** What a list shows about a webhook that others changed since a person last viewed it. */
export interface RemoteMark {
  /** Key in the latest list; for a deleted webhook, a key that no row has. */
  readonly key: WebhookKey;
  readonly kind: RemoteMarkKind;
  /** State before the changes that the user has not viewed; `null` if new. Deleted: the last state read. */
  readonly before: ListedWebhook | null;
  readonly seenAt: Date;
  /** A watch told of it. A further change makes a new mark. */
  readonly isReported?: true;
}

type Marks = ReadonlyMap<WebhookKey, RemoteMark>;
type WebhooksByKey = Pick<
  ReadonlyMap<WebhookKey, ListedWebhook>,
  'get' | 'has' | 'keys' | 'values'
>;

/**
 * The marks after an installation was read again. `before` includes own changes. A webhook that is again as last
 * viewed has no mark. `isSame` finds an unchanged webhook without reading both versions, because lists are long.
 */
export function remoteMarks(
  before: WebhooksByKey,
  marks: Marks,
  now: WebhooksByKey,
  seenAt: Date,
  isSame: (key: WebhookKey) => boolean = () => false,
): Map<WebhookKey, RemoteMark> {
  const nextMarks = new Map<WebhookKey, RemoteMark>();
  const ambiguousIds = sharedIds(before, marks, now);
  const addMark = (key: WebhookKey): void => {
    if (typeof key === 'string' || ambiguousIds.has(key)) return;
    const last = marks.get(key) ?? null;
    const mark = isSame(key) ? last : markAfter(key, last, before.get(key), now.get(key), seenAt);
    if (mark !== null) nextMarks.set(key, mark);
  };
  for (const key of now.keys()) addMark(key);
  for (const key of before.keys()) if (!now.has(key)) addMark(key);
  for (const key of marks.keys()) if (!now.has(key) && !before.has(key)) addMark(key);
  if (ambiguousIds.size === 0) return nextMarks;
  for (const mark of marksOfShared(ambiguousIds, { before, marks, now }, seenAt))
    nextMarks.set(mark.key, mark);
  return nextMarks;
}

/** An id that several webhooks of a list have; `none` for those without an id. */
type SharedId = number | 'none';

const sharedIdOf = (webhook: ListedWebhook): SharedId => givenIdOf(webhook) ?? 'none';

/** The ids that were ambiguous in either list or in a mark. */
function sharedIds(before: WebhooksByKey, marks: Marks, now: WebhooksByKey): Set<SharedId> {
  const shared = new Set<SharedId>();
  const addShared = (key: WebhookKey, webhook: ListedWebhook | null | undefined): void => {
    if (typeof key === 'string' && webhook) shared.add(sharedIdOf(webhook));
  };
  for (const list of [before, now]) {
    for (const key of list.keys()) if (typeof key === 'string') addShared(key, list.get(key));
  }
  for (const [key, mark] of marks) addShared(key, mark.before);
  return shared;
}

interface Readings {
  readonly before: WebhooksByKey;
  readonly marks: Marks;
  readonly now: WebhooksByKey;
}

/** Webhooks that share an id are paired by their content, because the id does not identify them. */
function marksOfShared(
  shared: ReadonlySet<SharedId>,
  { before, marks, now }: Readings,
  seenAt: Date,
): RemoteMark[] {
  const earlierById = Map.groupBy(before.values(), sharedIdOf);
  const currentById = Map.groupBy(now.values(), sharedIdOf);
  const deletedById = Map.groupBy(
    [...marks.values()].filter(({ key }) => !before.has(key)),
    (mark) => (mark.before === null ? null : sharedIdOf(mark.before)),
  );
  return [...shared].flatMap((id) => {
    const { pairs, gone, added } = pairWebhooks(
      earlierById.get(id) ?? [],
      currentById.get(id) ?? [],
    );
    const markOf = (webhook: ListedWebhook): RemoteMark | null => marks.get(keyOf(webhook)) ?? null;
    const deletedMarks = new Set(deletedById.get(id) ?? []);
    const deletedByContent = Map.groupBy(deletedMarks, contentBefore);
    const nextMarks: RemoteMark[] = [];
    for (const [earlier, webhook] of pairs) {
      const mark = markAfter(keyOf(webhook), markOf(earlier), earlier, webhook, seenAt);
      if (mark !== null) nextMarks.push({ ...mark, key: keyOf(webhook) });
    }
    for (const webhook of added) {
      const restored = deletedByContent.get(contentKey(webhook))?.pop();
      if (restored !== undefined) deletedMarks.delete(restored);
      else nextMarks.push({ key: keyOf(webhook), kind: 'new', before: null, seenAt });
    }
    for (const webhook of gone) {
      const mark = markAfter(keyOf(webhook), markOf(webhook), webhook, undefined, seenAt);
      if (mark !== null) deletedMarks.add(mark);
    }
    // No row has such a key. Later rows may reuse the former key.
    const rekeyed = [...deletedMarks].map((mark, index) => ({
      ...mark,
      key: `${id}#deleted${index + 1}`,
    }));
    return [...nextMarks, ...rekeyed];
  });
}

const contentBefore = ({ before }: RemoteMark): string | null =>
  before === null ? null : contentKey(before);

/**
 * The mark of one webhook after a reading; `null` without a change.
 * @param mark the mark before the reading
 * @param earlier `undefined` when the webhook did not exist; `current` alike
 */
export function markAfter(
  key: WebhookKey,
  mark: RemoteMark | null,
  earlier: ListedWebhook | undefined,
  current: ListedWebhook | undefined,
  seenAt: Date,
): RemoteMark | null {
  const isUnchanged =
    earlier === undefined || current === undefined
      ? earlier === current
      : hasSameContent(earlier, current);
  if (isUnchanged) return mark;
  const lastViewed = mark === null ? (earlier ?? null) : mark.before;
  if (current === undefined) {
    // The webhook came and went without being viewed.
    if (lastViewed === null) return null;
    return { key, kind: 'deleted', before: earlier ?? lastViewed, seenAt };
  }
  if (lastViewed === null) return { key, kind: 'new', before: null, seenAt };
  if (hasSameContent(lastViewed, current)) return null;
  return { key, kind: 'changed', before: lastViewed, seenAt };
}

/** Like `sameContent`, but without allocations, because it compares whole lists. */
function hasSameContent(a: ListedWebhook, b: ListedWebhook): boolean {
  return haveSameFields(a, b) && haveSameHeaders(a.headers, b.headers);
}

/** In any order. */
function haveSameHeaders(a: readonly Header[], b: readonly Header[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((header, index) => {
    const other = b[index];
    const isInPlace = other !== undefined && sameHeader(header, other);
    return isInPlace || occurrences(header, a) === occurrences(header, b);
  });
}

function occurrences(sought: Header, headers: readonly Header[]): number {
  let count = 0;
  for (const header of headers) if (sameHeader(header, sought)) count += 1;
  return count;
}

interface PairedWebhooks {
  readonly pairs: readonly (readonly [earlier: ListedWebhook, current: ListedWebhook])[];
  readonly gone: readonly ListedWebhook[];
  readonly added: readonly ListedWebhook[];
}

/** By equal content, then by equal name, then by order. */
export function pairWebhooks(
  earlier: readonly ListedWebhook[],
  current: readonly ListedWebhook[],
): PairedWebhooks {
  const pairs: [ListedWebhook, ListedWebhook][] = [];
  let gone = [...earlier];
  let added = [...current];
  for (const trait of [contentKey, nameOf, nothing]) {
    const byTrait = Map.groupBy(gone.toReversed(), trait);
    const paired = new Set<ListedWebhook>();
    added = added.filter((webhook) => {
      const match = byTrait.get(trait(webhook))?.pop();
      if (match === undefined) return true;
      pairs.push([match, webhook]);
      paired.add(match);
      return false;
    });
    gone = gone.filter((webhook) => !paired.has(webhook));
  }
  return { pairs, gone, added };
}

const nameOf = ({ name }: ListedWebhook): string => name;
const nothing = (): string => '';
