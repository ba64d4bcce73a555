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
export function decodeDates(found: unknown): unknown {
  if (!isRecord(found)) return found;
  const { value, dates } = found;
  if (!isList(dates)) return value;
  for (const path of dates) if (isList(path)) putDate(found, ['value', ...path]);
  return found.value;
}

const textOf = (item: unknown): string => JSON.stringify(encodeDates(item));

/** One shared path, copied only at a date: values are many, dates few. */
function datesIn(value: unknown): Path[] {
  const found: Path[] = [];
  const path: (string | number)[] = [];
  walk(value);
  return found;

  function walk(here: unknown): void {
    if (here instanceof Date) found.push([...path]);
    else if (isList(here)) here.forEach(step);
    else if (isRecord(here)) for (const key of Object.keys(here)) step(here[key], key);
  }
  function step(each: unknown, key: string | number): void {
    if (typeof each !== 'object' || each === null) return;
    path.push(key);
    walk(each);
    path.pop();
  }
}

function putDate(within: Record<string, unknown>, path: readonly unknown[]): void {
  let place: unknown = within;
  for (const key of path.slice(0, -1)) place = isRecord(place) ? place[String(key)] : undefined;
  const last = String(path.at(-1));
  if (!isRecord(place)) return;
  const text = place[last];
  if (typeof text === 'string') place[last] = new Date(text);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
