import type { Header, Webhook } from '../webhook/webhook.ts';

export type ElsewhereKind = 'changed' | 'new' | 'deleted';

/** A webhook that was changed on an installation, and not by this Hookdesk. */
export interface SeenElsewhere {
  readonly webhookId: number;
  readonly kind: ElsewhereKind;
  /** As it was before anything that nobody has looked at; of a deleted one, as it was last read. `null` for a new one. */
  readonly before: Webhook | null;
  /** When the change was seen. */
  readonly seenAt: Date;
}

export type Marks = ReadonlyMap<number, SeenElsewhere>;
export type WebhooksById = ReadonlyMap<number, Webhook>;

/**
 * The marks after an installation was read anew: `marks` are those that nobody has looked at yet, `before`
 * is what was last known of it, own changes included. What is as it was when somebody last looked has none.
 * Ids and order of headers say nothing, nor do fields that the interface does not have.
 */
export function seenElsewhere(
  before: WebhooksById,
  marks: Marks,
  now: WebhooksById,
  seenAt: Date,
): Map<number, SeenElsewhere> {
  const next = new Map<number, SeenElsewhere>();
  const look = (id: number): void => {
    const mark = markAfter(id, marks.get(id) ?? null, before.get(id), now.get(id), seenAt);
    if (mark !== null) next.set(id, mark);
  };
  for (const id of now.keys()) look(id);
  for (const id of before.keys()) if (!now.has(id)) look(id);
  for (const id of marks.keys()) if (!now.has(id) && !before.has(id)) look(id);
  return next;
}

/** The mark of one webhook after it was read anew; `undefined` stands for one that is not there. */
export function markAfter(
  webhookId: number,
  mark: SeenElsewhere | null,
  was: Webhook | undefined,
  is: Webhook | undefined,
  seenAt: Date,
): SeenElsewhere | null {
  const isSame = was === undefined || is === undefined ? was === is : saysTheSame(was, is);
  if (isSame) return mark;
  const lookedAt = mark === null ? (was ?? null) : mark.before;
  if (is === undefined) {
    // It came and went, and nobody has seen it.
    if (lookedAt === null) return null;
    return { webhookId, kind: 'deleted', before: was ?? lookedAt, seenAt };
  }
  if (lookedAt === null) return { webhookId, kind: 'new', before: null, seenAt };
  if (saysTheSame(lookedAt, is)) return null;
  return { webhookId, kind: 'changed', before: lookedAt, seenAt };
}

/** As `sameContent`, without making anything on the way: whole lists are compared in one go. */
function saysTheSame(a: Webhook, b: Webhook): boolean {
  return (
    a.name === b.name &&
    a.url === b.url &&
    a.method === b.method &&
    a.enabled === b.enabled &&
    a.payloadTemplate === b.payloadTemplate &&
    a.payloadType === b.payloadType &&
    a.severities.low === b.severities.low &&
    a.severities.medium === b.severities.medium &&
    a.severities.high === b.severities.high &&
    a.severities.cleared === b.severities.cleared &&
    haveTheSame(a.headers, b.headers)
  );
}

const isLike = (a: Header, b: Header): boolean => a.name === b.name && a.value === b.value;

/** Whether two lists hold the same headers, each as often, in whatever order. */
function haveTheSame(a: readonly Header[], b: readonly Header[]): boolean {
  if (a.length !== b.length) return false;
  return a.every((header, index) => {
    const other = b[index];
    return (other !== undefined && isLike(header, other)) || times(header, a) === times(header, b);
  });
}

function times(sought: Header, headers: readonly Header[]): number {
  let count = 0;
  for (const header of headers) if (isLike(header, sought)) count += 1;
  return count;
}
