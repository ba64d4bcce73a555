import fc from 'fast-check';
import { expect, it } from 'vitest';
import { maxDepth } from '../bundle-limits.ts';
import { offsetOfPath, offsetsOfNames } from './offset-of-path.ts';

const text = 'x {"a": [1, {"b": "\\u0062"}], "c": {"d": null}, "a\\u0062": 2} {"z": 1}';

it.each<[PropertyKey[], string]>([
  [[], '{"a"'],
  [['a'], '[1'],
  [['a', 0], '1'],
  [['a', 1, 'b'], '"\\u0062"'],
  [['a', '1', 'b'], '"\\u0062"'],
  [['c', 'd'], 'null'],
  [['ab'], '2'],
  // For a missing path, the innermost value that exists.
  [['a', 7], '[1'],
  [['c', 'e', 'f'], '{"d"'],
  [['z'], '{"a"'],
])('the value at %j begins with %s', (path, begins) => {
  expect(text.slice(offsetOfPath(text, 2, path)).startsWith(begins)).toBe(true);
});

it('finds the names of members, but not in the text after the value', () => {
  const paths = [['a', '1', 'b'], ['ab'], ['z'], ['c', 'd'], []];
  const offsets = offsetsOfNames(text, 2, paths);
  const names = offsets.map((offset) =>
    offset === null ? null : text.slice(offset).split(':')[0],
  );
  expect(names).toEqual(['"b"', '"a\\u0062"', null, '"d"', null]);
});

it('finds every member of any JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
      const json = JSON.stringify(value, null, 1);
      for (const [name, member] of Object.entries(value)) {
        const at = offsetOfPath(json, 0, [name]);
        const [named] = offsetsOfNames(json, 0, [[name]]);
        const begins = JSON.stringify(member, null, 1).slice(0, 1);
        expect(json.slice(named ?? -1, at + 1)).toBe(`${JSON.stringify(name)}: ${begins}`);
      }
    }),
  );
});

it('supports the maximum depth of a bundle', () => {
  const json = '['.repeat(maxDepth) + ']'.repeat(maxDepth);
  expect(offsetOfPath(json, 0, Array<number>(maxDepth - 1).fill(0))).toBe(maxDepth - 1);
});
