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

/** The path is one for the whole walk: there are many values, and few dates. */
function datesIn(value: unknown, path: (string | number)[] = [], found: Path[] = []): Path[] {
  if (value instanceof Date) {
    found.push([...path]);
    return found;
  }
  if (!isList(value) && !isRecord(value)) return found;
  const isItems = isList(value);
  for (const [key, each] of Object.entries<unknown>(value)) {
    if (typeof each !== 'object' || each === null) continue;
    path.push(isItems ? Number(key) : key);
    datesIn(each, path, found);
    path.pop();
  }
  return found;
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
