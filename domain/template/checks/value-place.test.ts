import { expect, test } from 'vitest';
import { parseTemplate } from '../parse.ts';
import { placeOfKey } from './value-place.ts';

test.each([
  ['{"a": 1, "b": "%X%"}', 'b', '"%X%"', 14],
  ['{"a": {"b": %X%}}', 'a.b', '%X%', 12],
  ['{"b": 1, "a": {"b": 2}}', 'a.b', '2', 20],
  ['{"a": {"b": [1]}}', 'a.b', '[', 12],
  ['{"a": {"b": {"c": 1}}}', 'a.b', '{', 12],
  ['{"x": {"a": {"b": 1}}, "a": {"b": 2}}', 'a.b', '2', 34],
  ['{"x": [{"a": 1}], "a": 2}', 'a', '2', 23],
  // An absent key gives the start of the object that should have it.
  ['{"a": {"c": 1}}', 'a.b', '{', 6],
  ['{"a": 1}', 'a.b', '{', 0],
  ['  {"x": 1}', 'a', '{', 2],
  ['["a", "b"]', 'a', '[', 0],
  ['words', 'a', 'w', 0],
  ['', 'a', '', 0],
])('in %s the value of %s is %j at %i', (template, key, text, start) => {
  const tokens = parseTemplate(template).filter((part) => part.kind === 'token');
  const place = placeOfKey(template, tokens, key);
  expect([template.slice(place.start, place.end), place.start]).toEqual([text, start]);
});
