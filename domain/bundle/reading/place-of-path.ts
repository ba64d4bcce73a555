import { type JSONPath, visit } from 'jsonc-parser';

/** Falls back to the innermost value on the path that exists. Ignores text behind the value at `start`. */
export function offsetOfPath(text: string, start: number, path: readonly PropertyKey[]): number {
  const wanted = path.map(String);
  let found = 0;
  const value = (offset: number, pathOf: () => JSONPath): void => {
    if (pathOf().every((part, index) => String(part) === wanted[index])) found = offset;
  };
  visit(text.slice(start), {
    onObjectBegin: (offset, _length, _line, _column, pathOf) => value(offset, pathOf),
    onArrayBegin: (offset, _length, _line, _column, pathOf) => value(offset, pathOf),
    onLiteralValue: (_value, offset, _length, _line, _column, pathOf) => value(offset, pathOf),
  });
  return start + found;
}

/** Needs one pass for all paths. An offset is `null` when its path does not exist. */
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
