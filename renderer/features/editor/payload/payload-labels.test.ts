import { expect, it } from 'vitest';
import { aWebhook } from '../../../shared/testing/a-webhook.ts';
import { placeInWords, sizeInWords } from './payload-labels.ts';

it('counts the bytes of a body, not its characters', () => {
  expect(sizeInWords('a')).toBe('1 byte');
  expect(sizeInWords('é')).toBe('2 bytes');
});

it('names the place of a finding', () => {
  const webhook = { ...aWebhook(), payloadTemplate: 'a\nb\nc' };
  expect(placeInWords({ kind: 'payload', start: 2, end: 3 }, webhook)).toBe('Line 2');
  expect(placeInWords({ kind: 'header', index: 1, start: 0, end: 1 }, webhook)).toBe(
    'Header X-Api-Key',
  );
});
