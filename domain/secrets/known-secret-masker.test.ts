import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KnownSecretMasker } from './known-secret-masker.ts';
import { mask } from './masking.ts';

const token = 'tök"en/+<&\\ 1%x=';
const masker = new KnownSecretMasker(token);
const everyUnit = (text: string, form: (code: number) => string): string =>
  Array.from({ length: text.length }, (_, at) => form(text.charCodeAt(at))).join('');

describe('masking', () => {
  it.each([
    ['as it is', token],
    ['in JSON', JSON.stringify(token).slice(1, -1)],
    ['in JSON with escaped slashes', JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON, all \\u', everyUnit(token, (code) => `\\u${code.toString(16).padStart(4, '0')}`)],
    ['in a URL', encodeURIComponent(token)],
    ['in a URL, lower case', encodeURIComponent(token).replace(/%../g, (all) => all.toLowerCase())],
    ['in a form', new URLSearchParams({ t: token }).toString().slice(2)],
    ['in HTML', token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
    ['in HTML by number', everyUnit(token, (code) => `&#${code};`)],
    ['in HTML by hexadecimal number', everyUnit(token, (code) => `&#x${code.toString(16)};`)],
  ])('removes the secret %s', (_, form) => {
    expect(masker.text(`before ${form} after`)).toBe(`before ${mask} after`);
  });

  it('finds it in base64, at any position of the encoded text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const bytes = Buffer.from(`${before}${token}${after}`);
        for (const encoding of ['base64', 'base64url'] as const) {
          expect(masker.text(bytes.toString(encoding))).toContain(mask);
        }
      }),
    );
  });

  it('leaves no part of it in the surrounding text', () => {
    const secret = fc.string({ minLength: 4, maxLength: 40, unit: 'grapheme' });
    fc.assert(
      fc.property(secret, fc.string(), fc.string(), (held, before, after) => {
        const found = new KnownSecretMasker(held);
        expect(found.text(before + held + after)).toContain(mask);
        expect(found.text(JSON.stringify({ a: held })).includes(JSON.stringify(held))).toBe(false);
      }),
    );
  });

  it('does not split the secret when a text is truncated', () => {
    for (let limit = 1; limit < 30; limit += 1) {
      const start = masker.start(`0123456789${token}`, limit);
      expect(start).not.toContain('tö');
      expect(start.startsWith('0123456789'.slice(0, limit))).toBe(true);
    }
  });

  it('removes a part of the secret at the end of a text', () => {
    expect(new KnownSecretMasker('abcdefgh').start('the token is abcde', 100)).toBe(
      `the token is ${mask}`,
    );
  });

  it('removes a secret of any length', () => {
    const long = 'a"b/'.repeat(16_384);
    const found = new KnownSecretMasker(long);
    for (const form of [long, JSON.stringify(long), encodeURIComponent(long), btoa(long)]) {
      const masked = found.text(form);
      expect(masked).toContain(mask);
      expect(masked.length).toBeLessThan(20);
    }
  });

  it('changes nothing without a secret', () => {
    expect(new KnownSecretMasker(null).start('all of it', 100)).toBe('all of it');
    expect(new KnownSecretMasker('').text('all of it')).toBe('all of it');
  });
});
