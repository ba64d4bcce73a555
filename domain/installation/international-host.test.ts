import { domainToUnicode } from 'node:url';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { internationalHost, mixedScriptsWarning } from './international-host.ts';

it.each([
  ['https://xn--bcher-kva.example:8443/pem', 'bücher.example'],
  ['https://bücher.example', 'bücher.example'],
  ['https://Bücher.Example', 'bücher.example'],
  ['https://monitor.example', null],
  ['https://[::1]:8443', null],
  ['https://', null],
])('%s has the international name %s', (baseUrl, name) => {
  expect(internationalHost(baseUrl)).toBe(name);
});

it.each([
  ['https://pаypal.example', 'Latin and Cyrillic'],
  ['https://xn--pypal-4ve.example', 'Latin and Cyrillic'],
  ['https://monitor.pаypal.example', 'Latin and Cyrillic'],
  ['https://αbc.example', 'Latin and Greek'],
])('the mixed letters of %s give a warning', (baseUrl, words) => {
  expect(mixedScriptsWarning(baseUrl)).toContain(words);
});

it.each([
  'https://bücher.example',
  'https://почта.example',
  'https://東京タワーabc.example',
  'https://monitor.example',
])('%s gives no warning', (baseUrl) => {
  expect(mixedScriptsWarning(baseUrl)).toBeNull();
});

it('decodes each host name as Node does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), (name) => {
      const text = `https://a${name.replace(/[^\p{L}]/gu, '')}.example/`;
      fc.pre(URL.canParse(text));
      const { hostname } = new URL(text);
      expect(internationalHost(text) ?? hostname).toBe(domainToUnicode(hostname));
    }),
  );
});
