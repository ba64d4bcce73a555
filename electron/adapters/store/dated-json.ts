/*
 * Values as JSON, which has no dates: where they are in the value is kept beside it. Nothing in a value
 * can be taken for a date that way, whatever an installation has sent.
 */

/** Keys and indices that lead to a date. */
type Path = readonly (string | number)[];

/** A value and where in it dates are, as it is put into JSON. */
export interface Dated {
  readonly value: unknown;
  /** Left out where there are none. */
  readonly dates?: readonly Path[];
}

/** A value with its dates told, for JSON. */
export function dated(value: unknown): Dated {
  const dates = datesIn(value);
  return dates.length === 0 ? { value } : { value, dates };
}

/** The value again, of what JSON gave. What is no such thing comes back as it is, for a schema to refuse. */
export function undated(found: unknown): unknown {
  if (!isRecord(found)) return found;
  const { value, dates } = found;
  if (!isList(dates)) return value;
  for (const path of dates) if (isList(path)) putDate(found, ['value', ...path]);
  return found.value;
}

/** The path is one for the whole walk, and copied only at a date: there are many values, and few dates. */
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
