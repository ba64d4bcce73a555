import { z } from 'zod';
import { parseJson } from '#domain/text/parse-json.ts';

/* JSON has no dates: their paths are stored, so that no text is mistaken for a date. */

const Content = z.object({ version: z.literal(1), items: z.array(z.unknown()) });

type Path = readonly (string | number)[];

export const encodeContent = (items: readonly unknown[]): Uint8Array =>
  Buffer.from(`{"version":1,"items":[${items.map(textOf).join(',')}]}`);

/** Returns `null` when a newer version or another program wrote the bytes. */
export function decodeContent(bytes: Uint8Array): readonly unknown[] | null {
  const content = Content.safeParse(parseJson(Buffer.from(bytes).toString('utf8')));
  return content.success ? content.data.items.map(decodeDates) : null;
}

export function encodeDates(value: unknown): { value: unknown; dates?: readonly Path[] } {
  const dates = datesIn(value);
  return dates.length === 0 ? { value } : { value, dates };
}

/** Returns unknown input unchanged, for a schema to reject. */
export function decodeDates(item: unknown): unknown {
  if (!isRecord(item)) return item;
  const { value, dates } = item;
  if (!isList(dates)) return value;
  for (const path of dates) if (isList(path)) putDate(item, ['value', ...path]);
  return item.value;
}

const textOf = (item: unknown): string => JSON.stringify(encodeDates(item));

/** One shared path, copied only at a date: values are many, dates few. */
function datesIn(value: unknown): Path[] {
  const dates: Path[] = [];
  const path: (string | number)[] = [];
  walk(value);
  return dates;

  function walk(part: unknown): void {
    if (part instanceof Date) dates.push([...path]);
    else if (isList(part)) part.forEach(step);
    else if (isRecord(part)) for (const key of Object.keys(part)) step(part[key], key);
  }
  function step(member: unknown, key: string | number): void {
    if (typeof member !== 'object' || member === null) return;
    path.push(key);
    walk(member);
    path.pop();
  }
}

/** Replaces the text at the path with its date. */
function putDate(within: Record<string, unknown>, path: readonly unknown[]): void {
  let parent: unknown = within;
  for (const key of path.slice(0, -1)) parent = isRecord(parent) ? parent[String(key)] : undefined;
  const lastKey = String(path.at(-1));
  if (!isRecord(parent)) return;
  const text = parent[lastKey];
  if (typeof text === 'string') parent[lastKey] = new Date(text);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
