import { type FieldName, fieldDifferences, fieldOf, withField } from './difference.ts';
import { definitionOf, type Header, type WebhookDefinition } from './webhook.ts';

export interface Rebased {
  /** The draft on top of what the service holds now. */
  readonly draft: WebhookDefinition;
  /** Fields that both sides changed, to different values: the draft's value was kept. */
  readonly contested: readonly (FieldName | `header:${number}`)[];
}

/**
 * Moves a draft from the webhook it started from (`base`) onto what the service holds now (`live`).
 * What the person did not touch follows the service; what they touched stays theirs.
 */
export function rebase(
  base: WebhookDefinition,
  draft: WebhookDefinition,
  live: WebhookDefinition,
): Rebased {
  const contested: (FieldName | `header:${number}`)[] = [];
  let result = definitionOf(live);
  for (const { field, before, after } of fieldDifferences(base, draft)) {
    const now = fieldOf(live, field);
    if (now !== before && now !== after) contested.push(field);
    result = withField(result, field, after);
  }
  const headers = rebaseHeaders(base.headers, draft.headers, live.headers);
  contested.push(...headers.contested);
  return { draft: { ...result, headers: headers.headers }, contested };
}

function rebaseHeaders(
  base: readonly Header[],
  draft: readonly Header[],
  live: readonly Header[],
): { headers: Header[]; contested: `header:${number}`[] } {
  const same = (a: Header | undefined, b: Header | undefined): boolean =>
    a?.name === b?.name && a?.value === b?.value;
  const byId = (headers: readonly Header[]): Map<number, Header> =>
    new Map(headers.flatMap((header) => (header.id === null ? [] : [[header.id, header]])));
  const was = byId(base);
  const mine = byId(draft);
  const now = byId(live);

  const headers: Header[] = [];
  const contested: `header:${number}`[] = [];
  const ids = new Set([...now.keys(), ...mine.keys()]);
  for (const id of ids) {
    const touched = !same(was.get(id), mine.get(id));
    const moved = !same(was.get(id), now.get(id));
    const kept = touched ? mine.get(id) : now.get(id);
    if (touched && moved && !same(mine.get(id), now.get(id))) contested.push(`header:${id}`);
    // A header that the service has lost since and the draft still wants becomes a new one.
    if (kept !== undefined) headers.push({ ...kept, id: now.has(id) ? id : null });
  }
  return { headers: [...headers, ...rebaseLoose(base, draft, live)], contested };
}

/**
 * Headers without an id are told apart by content alone: what the draft took away from the base goes
 * from the live ones, and what it added comes on top.
 */
function rebaseLoose(
  base: readonly Header[],
  draft: readonly Header[],
  live: readonly Header[],
): Header[] {
  const loose = (headers: readonly Header[]): Header[] => headers.filter(({ id }) => id === null);
  const added = without(loose(draft), loose(base));
  const removed = without(loose(base), loose(draft));
  return [...without(loose(live), removed), ...added].map((header) => ({ ...header }));
}

/** The headers of `all` that are left when each of `some` has taken away one of equal content. */
function without(all: readonly Header[], some: readonly Header[]): Header[] {
  const left = [...all];
  for (const { name, value } of some) {
    const found = left.findIndex((header) => header.name === name && header.value === value);
    if (found >= 0) left.splice(found, 1);
  }
  return left;
}
