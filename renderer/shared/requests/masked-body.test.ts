import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask } from '../secrets/masked-header.ts';
import { indented, maskBody } from './masked-body.ts';

describe('maskBody', () => {
  it('masks a secret and changes nothing else in the body', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (secret, other) => {
        fc.pre(![other, 'a', 'b'].includes(secret));
        const body = JSON.stringify({ a: other, b: secret });
        expect(maskBody(body, [secret])).toBe(JSON.stringify({ a: other, b: mask }));
      }),
    );
  });

  it('does not mask a text that only contains the secret', () => {
    expect(maskBody('{"a":"yes, indeed","b":"yes"}', ['yes'])).toBe(
      `{"a":"yes, indeed","b":"${mask}"}`,
    );
  });

  it('shows the public part of a partly secret text', () => {
    const partly = new Map([['https://a/?t=drawn', 'https://a/?t=…']]);
    expect(maskBody('{"url":"https://a/?t=drawn","b":"x"}', ['x'], partly)).toBe(
      `{"url":"https://a/?t=…","b":"${mask}"}`,
    );
  });

  it('ignores empty values', () => {
    expect(maskBody('{"a":""}', [''])).toBe('{"a":""}');
  });
});

describe('indented', () => {
  it('parses to the same JSON as the exact body', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        expect(JSON.parse(indented(body))).toEqual(JSON.parse(body));
      }),
    );
  });

  it('does not change a text that is not JSON', () => {
    expect(indented("{'a'")).toBe("{'a'");
  });
});
