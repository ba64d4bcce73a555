import { type FieldName, fieldDifferences, fieldOf, withField } from './difference.ts';
import type { Header, WebhookDefinition } from './webhook.ts';

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
  let result: WebhookDefinition = { ...live, severities: { ...live.severities } };
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
  const loose = draft.filter((header) => header.id === null);
  return { headers: [...headers, ...loose.map((header) => ({ ...header }))], contested };
}
