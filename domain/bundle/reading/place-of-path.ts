import { type JSONPath, visit } from 'jsonc-parser';

/**
 * Returns the offset in JSON of the value at a path; without such a value, of the innermost value on
 * the way to it.
 *
 * @param start where the value begins that the path leads into; text after that value is ignored
 */
export function offsetOfPath(text: string, start: number, path: readonly PropertyKey[]): number {
  const wanted = path.map(String);
  let found = 0;
  const value = (offset: number, pathOf: () => JSONPath): void => {
    if (pathOf().every((part, index) => String(part) === wanted[index])) found = offset;
  };
  visit(text.slice(start), {
    onObjectBegin: (offset, _length, _line, _column, pathOf) => {
      value(offset, pathOf);
    },
    onArrayBegin: (offset, _length, _line, _column, pathOf) => {
      value(offset, pathOf);
    },
    onLiteralValue: (_value, offset, _length, _line, _column, pathOf) => {
      value(offset, pathOf);
    },
  });
  return start + found;
}

/**
 * Returns the offsets in JSON of the names of members, found in one pass; `null` for a path that does
 * not exist. The paths lead into the value that begins at `start`.
 */
export function offsetsOfNames(
  text: string,
  start: number,
  paths: readonly (readonly string[])[],
): (number | null)[] {
  const wanted = paths.map((path) => JSON.stringify(path));
  const found = new Map(wanted.map((key): [string, number | null] => [key, null]));
  visit(text.slice(start), {
    onObjectProperty: (name, offset, _length, _line, _column, pathOf) => {
      const key = JSON.stringify([...pathOf(), name].map(String));
      if (found.has(key)) found.set(key, start + offset);
    },
  });
  return wanted.map((key) => found.get(key) ?? null);
}
