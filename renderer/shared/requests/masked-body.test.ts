import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mask } from '../secrets/masked-header.ts';
import { indented, maskBody } from './masked-body.ts';

describe('maskBody', () => {
  it('hides a secret and leaves every other letter of the body as it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string(), (secret, other) => {
        fc.pre(![other, 'a', 'b'].includes(secret));
        const body = JSON.stringify({ a: other, b: secret });
        expect(maskBody(body, [secret])).toBe(JSON.stringify({ a: other, b: mask }));
      }),
    );
  });

  it('does not touch a text that merely contains the secret', () => {
    expect(maskBody('{"a":"yes, indeed","b":"yes"}', ['yes'])).toBe(
      `{"a":"yes, indeed","b":"${mask}"}`,
    );
  });

  it('shows what is open of a text that is secret in a part', () => {
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
  it('says the same as the exact body', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        expect(JSON.parse(indented(body))).toEqual(JSON.parse(body));
      }),
    );
  });

  it('leaves a text alone that is no JSON', () => {
    expect(indented("{'a'")).toBe("{'a'");
  });
});
