import { isDeepStrictEqual } from 'node:util';

interface Part {
  readonly name: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'reordered';
}

/** The file, a list or group in it, and the fields of an item of that list. */
const depth = 3;

/** Names the parts of a JSON object that differ, such as `proxy of acme-prod`. */
export const compareParts = (before: unknown, after: unknown): Part[] => compare(before, after, []);

function compare(before: unknown, after: unknown, path: readonly string[]): Part[] {
  if (isDeepStrictEqual(before, after)) return [];
  const [old, next] = [partsOf(before), partsOf(after)];
  if (old === null || next === null || path.length === depth) {
    return [{ name: nameOf(path), kind: 'changed' }];
  }
  const found = [...new Set([...old.keys(), ...next.keys()])].flatMap((key): Part[] => {
    const [was, is] = [old.get(key), next.get(key)];
    const inner = [...path, (is ?? was)?.label ?? key];
    if (was === undefined) return [{ name: nameOf(inner), kind: 'added' }];
    if (is === undefined) return [{ name: nameOf(inner), kind: 'removed' }];
    return compare(was.value, is.value, inner);
  });
  const isSameList = Array.isArray(before) && found.length === 0;
  return isSameList ? [{ name: nameOf(path), kind: 'reordered' }] : found;
}

interface Labelled {
  readonly label: string;
  readonly value: unknown;
}

/** By field, or by the identity of an item. `null` for anything but an object or a list of objects. */
function partsOf(value: unknown): Map<string, Labelled> | null {
  if (!isRecord(value)) return null;
  if (!Array.isArray(value)) {
    return new Map(Object.entries(value).map(([key, each]) => [key, { label: key, value: each }]));
  }
  const items: readonly unknown[] = value;
  const parts = new Map<string, Labelled>();
  for (const item of items) {
    if (!isRecord(item)) return null;
    const { id, connectionId, webhookId, name } = item;
    const identity = [id, connectionId, webhookId].filter(isNameOrNumber).join(' ');
    // Two items of one identity cannot be told apart.
    if (identity === '' || parts.has(identity)) return null;
    parts.set(identity, { label: typeof name === 'string' ? name : identity, value: item });
  }
  return parts;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isNameOrNumber = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/** The group is named only where it is the part. */
const nameOf = (path: readonly string[]): string =>
  (path.length > 1 ? path.slice(1) : path).toReversed().join(' of ');

const mostNames = 12;

/** One line, without values. */
export function listNames(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map((each) => each.replace(/\p{C}/gu, '').slice(0, 80));
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
