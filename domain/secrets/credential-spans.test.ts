import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { credentialSpans } from './credential-spans.ts';
import { textOf } from './span.ts';

const shown = (text: string): string =>
  credentialSpans(text)
    .map((one) => (one.secretName === null ? one.text : '<secret>'))
    .join('');

test.each([
  ['a Slack token', 'use xoxb-12345678-abc now', 'use <secret> now'],
  ['a GitHub token', `ghp_${'abcd'.repeat(9)}`, '<secret>'],
  ['a JSON Web Token', 'jwt=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'jwt=<secret>'],
  ['a key of AWS', 'AKIAIOSFODNN7EXAMPLE', '<secret>'],
  ['a key of Stripe', 'sk_live_abcdefgh', '<secret>'],
  [
    'a private key',
    'a -----BEGIN PRIVATE KEY-----\nMII\n-----END PRIVATE KEY----- b',
    'a <secret> b',
  ],
  ['a UUID', 'id 0f8fad5b-d9cb-469f-a165-70867728950e.', 'id <secret>.'],
  ['Base64', 'x: ab+Cd/Ef9GhIjKlMnOpQrStUv==', 'x: <secret>'],
  ['mixed letters', 'QwErTyUiOpAsDfGhJkLzXc', '<secret>'],
  ['a URL with a password', 'see https://me:hush@a.example/x', 'see https://<secret>@a.example/x'],
  [
    'a URL of Slack',
    '"https://hooks.slack.com/services/T/B/x"',
    '"https://hooks.slack.com/services/<secret>"',
  ],
])('finds %s', (_title, text, expected) => {
  expect(shown(text)).toBe(expected);
});

test.each([
  'application/json; charset=utf-8',
  'Alert %AlertName% on %ObjectName% raised %AlertRaisedTime%',
  'http://adaptivecards.io/schemas/adaptive-card.json',
  'https://monitor.example.com/pem/alerts?state=HIGH',
  'application/vnd.microsoft.card.adaptive',
  'DatabaseObjectNameOfTheAlert',
  'incoming-webhooks/production/postgres-v16',
  '2025-03-14 02:17:43.120745+00:00',
  ':rotating_light: *Disk full* is HIGH',
  'Größe der Datenbank 🔔',
])('finds no secret in %j', (text) => {
  expect(shown(text)).toBe(text);
});

describe('any text', () => {
  it('equals its joined spans', () => {
    const piece = fc.constantFrom(
      'https://',
      'a',
      '@',
      ':',
      '/',
      '?',
      'x=',
      'eyJ',
      '.',
      '-',
      'A1',
      'ghp_',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (all) => {
        expect(textOf(credentialSpans(all.join('')))).toBe(all.join(''));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each(['eyJ', 'eyJaaaaaaaa.', 'https://', '-----BEGIN ', 'xoxb-', 'a1', 'SG.'])(
    'of repeated %s is scanned quickly',
    (piece) => {
      const text = piece.repeat(100_000);
      expect(textOf(credentialSpans(text)) === text).toBe(true);
    },
  );
});
