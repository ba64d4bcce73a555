/** The values in order, in arrays of at most `size`. */
export function* inParts<Value>(
  values: Iterable<Value>,
  size: number,
): Generator<Value[], void, void> {
  let part: Value[] = [];
  for (const value of values) {
    part.push(value);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
