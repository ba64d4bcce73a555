import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery } from '#domain/search/parse-query.ts';
import { partAt, quoted, valueOfTerm, withTerm } from './query-parts.ts';

it('partAt returns the part directly before the caret', () => {
  expect(partAt('a host:x b', 8)).toMatchObject({ start: 2, end: 8, name: 'host', value: 'x' });
  expect(partAt('a host:x b', 9)).toBeUndefined();
  expect(partAt('a ', 2)).toBeUndefined();
});

it('any quoted value is parsed as one value of a term', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (value) => {
      const { terms, mistakes } = parseQuery(`header:${quoted(value)}`);
      expect(mistakes).toEqual([]);
      expect(terms).toEqual([{ term: 'header', value: value.toLowerCase(), negated: false }]);
    }),
  );
});

describe('a term of a filter', () => {
  const states = ['enabled', 'disabled'];

  it('replaces the terms of the same filter and leaves the others', () => {
    const text = 'ops is:enabled is:edited -is:disabled';
    expect(valueOfTerm(text, 'is', states)).toBe('enabled');
    expect(withTerm(text, 'is', 'disabled', states)).toBe('ops is:edited -is:disabled is:disabled');
    expect(withTerm(text, 'is', null, states)).toBe('ops is:edited -is:disabled');
  });

  it('closes an open quote', () => {
    expect(withTerm('"disk full', 'is', 'enabled', states)).toBe('"disk full" is:enabled');
    expect(withTerm('is:on host:"a""', 'is', null, states)).toBe('host:"a"""');
    expect(withTerm('"a" b"c', 'is', 'enabled', states)).toBe('"a" b"c is:enabled');
  });

  it('replaces other words for its values', () => {
    expect(valueOfTerm('ops is:on', 'is', states)).toBe('enabled');
    expect(withTerm('is:on ops is:off', 'is', 'disabled', states)).toBe('ops is:disabled');
  });

  it('is found in any text and is gone after its removal', () => {
    const texts = fc
      .array(fc.constantFrom('"', ' ', '-', 'a', 'is:', 'is:on', 'is:enabled', 'https://'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), texts), fc.constantFrom(...states), (text, value) => {
        const changed = withTerm(text, 'is', value, states);
        expect(valueOfTerm(changed, 'is', states)).toBe(value);
        expect(valueOfTerm(withTerm(changed, 'is', null, states), 'is', states)).toBeNull();
      }),
    );
  });
});
