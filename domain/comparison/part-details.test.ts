import { expect, it } from 'vitest';
import { aWebhook } from '../publishing/testing/webhooks.ts';
import type { Webhook } from '../webhook/webhook.ts';
import { noParts, type Side } from './compare-webhooks.ts';
import { partDetails, type PartDetails } from './part-details.ts';

const side = (change: Partial<Webhook>): Side => ({ webhook: aWebhook(1, change), variant: 'B' });

function detailsOf(all: readonly PartDetails[], label: string): PartDetails {
  const found = all.find((each) => each.label === label);
  if (found === undefined) throw new Error(`There is no ${label}.`);
  return found;
}

it('shows each distinct value once, that of the reference first', () => {
  const headers = (value: string) => [{ id: 1, name: 'X-Team', value }];
  const all = partDetails(
    side({ headers: headers('ops') }),
    [side({ headers: headers('dev') }), side({ headers: headers('ops') }), side({ headers: [] })],
    noParts,
  );
  expect(detailsOf(all, 'Header X-Team')).toEqual({
    part: 'header:x-team',
    label: 'Header X-Team',
    values: ['ops', 'dev', null],
    sides: [
      { state: 'different', value: 1 },
      { state: 'same', value: 0 },
      { state: 'different', value: 2 },
    ],
  });
});

it('never shows a secret value, not even in another part', () => {
  const secrets = [
    'pa55-of-the-url',
    'bearer-value-1',
    'routing-value-2',
    'ghp_abcdefghij0123456789',
  ];
  const reference = side({
    url: `https://me:${secrets[0]}@chat.example.com/?note=${secrets[1]}`,
    headers: [
      { id: 1, name: 'Authorization', value: `Bearer ${secrets[1]}` },
      { id: 2, name: 'X-Note', value: `${secrets[2]} ${secrets[3]}` },
    ],
    payloadTemplate: `{"routing_key":"${secrets[2]}"}`,
  });
  const other = side({
    headers: [{ id: 1, name: 'Authorization', value: 'Bearer other-value-3' }],
  });
  const all = partDetails(reference, [other], noParts);
  const text = JSON.stringify(all);
  for (const secret of [...secrets, 'other-value-3']) expect(text).not.toContain(secret);
  expect(detailsOf(all, 'Header Authorization').sides).toEqual([{ state: 'different', value: 0 }]);
});
