import { type JSONPath, visit } from 'jsonc-parser';

/**
 * Offset of the value at a path. Falls back to the innermost value on the path that exists. Ignores text behind the
 * value at `start`.
 */
export function offsetOfPath(text: string, start: number, path: readonly PropertyKey[]): number {
  const names = path.map(String);
  let offsetFromStart = 0;
  const visitValue = (offset: number, pathOf: () => JSONPath): void => {
    const isOnPath = pathOf().every((part, index) => String(part) === names[index]);
    if (isOnPath) offsetFromStart = offset;
  };
  visit(text.slice(start), {
    onObjectBegin: (offset, _length, _line, _column, pathOf) => visitValue(offset, pathOf),
    onArrayBegin: (offset, _length, _line, _column, pathOf) => visitValue(offset, pathOf),
    onLiteralValue: (_value, offset, _length, _line, _column, pathOf) => visitValue(offset, pathOf),
  });
  return start + offsetFromStart;
}

/** Offsets of the names of members. Needs one pass for all paths. `null` for a path that does not exist. */
export function offsetsOfNames(
  text: string,
  start: number,
  paths: readonly (readonly string[])[],
): (number | null)[] {
  const keys = paths.map((path) => JSON.stringify(path));
  const offsets = new Map(keys.map((key): [string, number | null] => [key, null]));
  visit(text.slice(start), {
    onObjectProperty: (name, offset, _length, _line, _column, pathOf) => {
      const key = JSON.stringify([...pathOf(), name].map(String));
      if (offsets.has(key)) offsets.set(key, start + offset);
    },
  });
  return keys.map((key) => offsets.get(key) ?? null);
}
