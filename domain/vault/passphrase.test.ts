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

it('states the time to guess it, and never that it is certainly safe', () => {
  expect(passphraseStrength('12345678').message).toContain('within the hour');
  expect(passphraseStrength('xK9#mQ2$vL7!').message).toContain('unless it');
});

it('accepts exactly the passphrases of at least 8 characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite' }), (passphrase) => {
      expect(passphraseFault(passphrase) === null).toBe(Array.from(passphrase).length >= 8);
    }),
  );
});
