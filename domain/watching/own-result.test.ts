import { expect, it } from 'vitest';
import { aDefinition } from '#test-support/draft-fixture.ts';
import type { WebhookDefinition } from '../webhook/webhook.ts';
import { isOwnResult, type RequestResult } from './changes-to-tell.ts';

const a = aDefinition('A');
const b = aDefinition('B');

const entry = (
  meant: WebhookDefinition | null,
  outcome: RequestResult['outcome'] = 'done',
): RequestResult => ({
  action: meant === null ? 'delete' : 'update',
  outcome,
  after: null,
  meant,
  accepted: false,
});

it.each([
  ['no entry', a, [], false],
  ['the last entry', a, [entry(a)], true],
  ['an entry before the last one', a, [entry(b), entry(a)], false],
  ['a request that failed', b, [entry(b, 'failed')], false],
  ['the entry before a failed request', a, [entry(b, 'failed'), entry(a)], true],
  ['a request without an outcome', b, [entry(b, 'sent'), entry(a)], true],
  ['the entry before a request without an outcome', a, [entry(b, 'unknown'), entry(a)], true],
  ['a deletion', null, [entry(null)], true],
  ['a deletion by others', null, [entry(a)], false],
  ['a webhook that came back', a, [entry(null)], false],
] as const)('compares the webhook with %s', (_, now, entries, expected) => {
  expect(isOwnResult(now, entries)).toBe(expected);
});

it('takes what was read back in place of what was sent, and ignores ids of headers', () => {
  const after = {
    ...b,
    headers: b.headers.map((header, index) => ({ ...header, id: 90 + index })),
    id: 7,
    unreported: [],
    unknown: {},
  };
  const stored = { ...entry(a, 'differs'), after, accepted: true };
  expect(isOwnResult(b, [stored])).toBe(true);
  expect(isOwnResult(a, [stored])).toBe(false);
  // Others stored it in place of a request that got no answer.
  expect(isOwnResult(b, [{ ...stored, accepted: false }])).toBe(false);
});
