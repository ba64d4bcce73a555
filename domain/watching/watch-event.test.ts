import { expect, it } from 'vitest';
import { changeEvent, WatchEvent, watchEventInWords } from './watch-event.ts';

const noticedAt = new Date('2030-01-02T03:04:05Z');
const long = 'x'.repeat(60);

it('is one line for people, with long parts only by their label', () => {
  const parts = [
    { label: 'Enabled', before: 'on', after: 'off' },
    { label: 'Payload template', before: long, after: '{}' },
    { label: 'Header X-Team', before: null, after: 'ops' },
  ];
  const change = {
    key: 7,
    webhookId: 7,
    name: 'Pager',
    kind: 'changed',
    noticedAt,
    parts,
  } as const;
  const event = changeEvent('acme', { ...change, parts });
  expect(WatchEvent.parse(event)).toEqual(event);
  expect(watchEventInWords(event)).toEqual([
    '2030-01-02T03:04:05.000Z',
    'acme',
    'changed',
    'Pager',
    'Enabled: on → off; Payload template; Header X-Team: none → ops',
  ]);
});

it('says since when an installation was not read', () => {
  const event = { event: 'status', installation: 'acme', status: 'stale' } as const;
  const message = 'The installation cannot be reached.';
  expect(watchEventInWords({ ...event, readAt: null, message })).toEqual([
    '',
    'acme',
    'stale',
    message,
  ]);
});
