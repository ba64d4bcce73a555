import { expect, test } from 'vitest';
import { findingsBeforePublishing } from './findings-before-publishing.ts';
import { context, webhook } from './testing/webhooks.ts';

const kinds = (template: string, current: string | null): string[] =>
  findingsBeforePublishing(
    webhook(template),
    current === null ? null : webhook(current),
    context({}),
  ).map(({ kind, message }) => `${kind}: ${message.slice(0, 34)}`);

const good = '{"text":"%AlertName%"}';

test('a valid template has no findings to decide', () => {
  expect(kinds(good, null)).toEqual([]);
});

test('an error that the current version lacks is new', () => {
  expect(kinds('{"text":"%AlertName%"', good)).toEqual([
    'new-error: The payload is invalid JSON for ev',
  ]);
});

test('every error of a new webhook is new', () => {
  expect(kinds('{"text":"%AlertNames%"}', null)).toEqual([
    'new-error: Unknown placeholder %AlertNames%. ',
  ]);
});

test('a body that was broken before is no new error, wherever it breaks', () => {
  expect(kinds('{"text":"%AlertName%",,}', '{"text":"%AlertName%"')).toEqual([
    'error: The payload is invalid JSON for ev',
  ]);
});

test('a moved placeholder is the same error, and another one is new', () => {
  expect(kinds('{"a":"%Two%","b":"%One%"}', '{"b":"%One%"}')).toEqual([
    'new-error: Unknown placeholder %Two%. It will',
    'error: Unknown placeholder %One%. It will',
  ]);
});

test('a repaired template loses its error', () => {
  expect(kinds(good, '{"text":"%AlertName%"')).toEqual([]);
});

test('other findings are warnings, and notes are left out', () => {
  expect(kinds('', good).map((each) => each.split(':')[0])).toEqual(['warning']);
});
