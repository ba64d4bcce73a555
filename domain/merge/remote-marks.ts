import { contentKey, haveSameFields } from '../webhook/difference.ts';
import { givenIdOf, keyOf, type ListedWebhook, type WebhookKey } from '../webhook/listed.ts';
import { sameHeader } from '../webhook/header-change-set.ts';
import type { Header } from '../webhook/webhook.ts';
import { pairWebhooks } from './pair-webhooks.ts';

export type RemoteMarkKind = 'changed' | 'new' | 'deleted';

export interface RemoteMark {
  /** Key in the latest list; for a deleted webhook, a key that no row has. */
  readonly key: WebhookKey;
  readonly kind: RemoteMarkKind;
  /** State before the changes that the user has not viewed; `null` if new. Deleted: the last state read. */
  readonly before: ListedWebhook | null;
  readonly seenAt: Date;
}

export type Marks = ReadonlyMap<WebhookKey, RemoteMark>;
export type WebhooksByKey = Pick<
  ReadonlyMap<WebhookKey, ListedWebhook>,
  'get' | 'has' | 'keys' | 'values'
>;

/**
 * `before` includes own changes. A webhook that is again as last viewed has no mark. `isSame` tells
 * without reading both webhooks that one is unchanged, because lists are long.
 */
export function remoteMarks(
  before: WebhooksByKey,
  marks: Marks,
  now: WebhooksByKey,
  seenAt: Date,
  isSame: (key: WebhookKey) => boolean = () => false,
): Map<WebhookKey, RemoteMark> {
  const next = new Map<WebhookKey, RemoteMark>();
  const groups = sharedIds(before, marks, now);
  const look = (key: WebhookKey): void => {
    if (typeof key === 'string' || groups.has(key)) return;
    const last = marks.get(key) ?? null;
    const mark = isSame(key) ? last : markAfter(key, last, before.get(key), now.get(key), seenAt);
    if (mark !== null) next.set(key, mark);
  };
  for (const key of now.keys()) look(key);
  for (const key of before.keys()) if (!now.has(key)) look(key);
  for (const key of marks.keys()) if (!now.has(key) && !before.has(key)) look(key);
  if (groups.size === 0) return next;
  for (const mark of marksOfShared(groups, { before, marks, now }, seenAt))
    next.set(mark.key, mark);
  return next;
}

type SharedId = number | 'none';

const sharedIdOf = (webhook: ListedWebhook): SharedId => givenIdOf(webhook) ?? 'none';

function sharedIds(before: WebhooksByKey, marks: Marks, now: WebhooksByKey): Set<SharedId> {
  const shared = new Set<SharedId>();
  const look = (key: WebhookKey, webhook: ListedWebhook | null | undefined): void => {
    if (typeof key === 'string' && webhook) shared.add(sharedIdOf(webhook));
  };
  for (const list of [before, now]) {
    for (const key of list.keys()) if (typeof key === 'string') look(key, list.get(key));
  }
  for (const [key, mark] of marks) look(key, mark.before);
  return shared;
}

interface Readings {
  readonly before: WebhooksByKey;
  readonly marks: Marks;
  readonly now: WebhooksByKey;
}

function marksOfShared(
  shared: ReadonlySet<SharedId>,
  { before, marks, now }: Readings,
  seenAt: Date,
): RemoteMark[] {
  const was = Map.groupBy(before.values(), sharedIdOf);
  const is = Map.groupBy(now.values(), sharedIdOf);
  const deleted = Map.groupBy(
    [...marks.values()].filter(({ key }) => !before.has(key)),
    (mark) => (mark.before === null ? null : sharedIdOf(mark.before)),
  );
  return [...shared].flatMap((id) => {
    const { pairs, gone, added } = pairWebhooks(was.get(id) ?? [], is.get(id) ?? []);
    const markOf = (webhook: ListedWebhook): RemoteMark | null => marks.get(keyOf(webhook)) ?? null;
    const left = new Set(deleted.get(id) ?? []);
    const byContent = Map.groupBy(left, contentBefore);
    const next: RemoteMark[] = [];
    for (const [old, webhook] of pairs) {
      const mark = markAfter(keyOf(webhook), markOf(old), old, webhook, seenAt);
      if (mark !== null) next.push({ ...mark, key: keyOf(webhook) });
    }
    for (const webhook of added) {
      const back = byContent.get(contentKey(webhook))?.pop();
      if (back !== undefined) left.delete(back);
      else next.push({ key: keyOf(webhook), kind: 'new', before: null, seenAt });
    }
    for (const webhook of gone) {
      const mark = markAfter(keyOf(webhook), markOf(webhook), webhook, undefined, seenAt);
      if (mark !== null) left.add(mark);
    }
    // No row has such a key. Later rows may reuse the former key.
    const rekeyed = [...left].map((mark, index) => ({
      ...mark,
      key: `${id}#deleted${index + 1}`,
    }));
    return [...next, ...rekeyed];
  });
}

const contentBefore = ({ before }: RemoteMark): string | null =>
  before === null ? null : contentKey(before);

export function markAfter(
  key: WebhookKey,
  mark: RemoteMark | null,
  was: ListedWebhook | undefined,
  is: ListedWebhook | undefined,
  seenAt: Date,
): RemoteMark | null {
  const isSame = was === undefined || is === undefined ? was === is : saysTheSame(was, is);
  if (isSame) return mark;
  const lookedAt = mark === null ? (was ?? null) : mark.before;
  if (is === undefined) {
    // The webhook came and went without being viewed.
    if (lookedAt === null) return null;
    return { key, kind: 'deleted', before: was ?? lookedAt, seenAt };
  }
  if (lookedAt === null) return { key, kind: 'new', before: null, seenAt };
  if (saysTheSame(lookedAt, is)) return null;
  return { key, kind: 'changed', before: lookedAt, seenAt };
}

/** Like `sameContent`, but without allocations, because it compares whole lists. */
function saysTheSame(a: ListedWebhook, b: ListedWebhook): boolean {
  return haveSameFields(a, b) && haveTheSame(a.headers, b.headers);
}

function haveTheSame(a: readonly Header[], b: readonly Header[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((header, index) => {
    const other = b[index];
    return (
      (other !== undefined && sameHeader(header, other)) || times(header, a) === times(header, b)
    );
  });
}

function times(sought: Header, headers: readonly Header[]): number {
  let count = 0;
  for (const header of headers) if (sameHeader(header, sought)) count += 1;
  return count;
}
