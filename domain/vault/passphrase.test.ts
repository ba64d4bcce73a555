import fc from 'fast-check';
import { expect, it } from 'vitest';
import { passphraseFault, passphraseStrength } from './passphrase.ts';

it.each([
  ['', 'too-short'],
  ['1234567', 'too-short'],
  ['👍👍👍👍', 'too-short'],
  ['12345678', 'weak'],
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['password1234', 'weak'],
  ['Passwort!2024', 'weak'],
  ['qwertzuiopasdf', 'weak'],
  ['abababababababab', 'weak'],
  ['abcdefghijklmnopqrstuvwxyz', 'weak'],
  ['Sommer24', 'weak'],
  ['kaqzmrxtbe', 'fair'],
  ['vier Wörter ohne Sinn', 'strong'],
  ['correct horse battery staple', 'strong'],
  ['xK9#mQ2$vL7!', 'strong'],
] as const)('%j is %s', (passphrase, level) => {
  expect(passphraseStrength(passphrase).level).toBe(level);
});

it('says when somebody with the file would have it, and never that it is safe for certain', () => {
  expect(passphraseStrength('12345678').message).toContain('within the hour');
  expect(passphraseStrength('xK9#mQ2$vL7!').message).toContain('unless it');
});

it('accepts whatever is long enough, and nothing else', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite' }), (passphrase) => {
      expect(passphraseFault(passphrase) === null).toBe(Array.from(passphrase).length >= 8);
    }),
  );
});
