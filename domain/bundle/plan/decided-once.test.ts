import { describe, expect, it } from 'vitest';
import type { RowAnswers } from '../../publishing/plan.ts';
import type { VariantId } from '../../webhook/variant.ts';
import { emptyDefinition, type Webhook, type WebhookDefinition } from '../../webhook/webhook.ts';
import {
  applied,
  choices,
  decideBundleRows,
  exported,
  held,
  kindOf,
  readable,
  sourceOf,
  target,
} from '../testing/bundles.ts';

const pager: WebhookDefinition = {
  ...emptyDefinition('A'),
  name: 'Pager',
  url: 'https://a.example/hook',
  headers: [{ id: null, name: 'X-Api-Key', value: 'a-key-of-the-receiver' }],
};
const ofB = (changes: Partial<WebhookDefinition> = {}): WebhookDefinition => ({
  ...pager,
  payloadType: 'ALERT',
  ...changes,
});

const cases: [
  string,
  VariantId,
  WebhookDefinition[],
  VariantId,
  WebhookDefinition[],
  RowAnswers,
][] = [
  ['the method of a new one', 'A', [{ ...pager, method: 'PATCH' }], 'B', [], { method: 'PUT' }],
  [
    'the method of one that is there',
    'A',
    [{ ...pager, method: 'PATCH' }],
    'B',
    [ofB({ method: 'POST', enabled: !pager.enabled })],
    { method: 'PUT' },
  ],
  ['the payload type', 'A', [pager], 'B', [], { payloadType: 'JOB' }],
  [
    'that jobs become alerts',
    'B',
    [ofB({ payloadType: 'JOB' })],
    'A',
    [],
    { payloadType: 'ALERT' },
  ],
  ['which webhook is meant', 'A', [pager], 'A', [{ ...pager, name: 'Old' }], { pairWith: 50 }],
  [
    'which of two is meant',
    'A',
    [pager],
    'A',
    [
      { ...pager, url: 'https://b.example/' },
      { ...pager, url: 'https://c.example/' },
    ],
    { pairWith: 51 },
  ],
  [
    'that it is a new one of that name',
    'A',
    [pager],
    'A',
    [{ ...pager, url: 'https://b.example/' }],
    { pairWith: 'create' },
  ],
  [
    'a payload type among two of one name',
    'A',
    [pager],
    'B',
    [ofB({ url: 'https://b.example/' })],
    { pairWith: 'create', payloadType: 'JOB' },
  ],
  [
    'a method among two of one name',
    'A',
    [{ ...pager, method: 'PATCH' }],
    'B',
    [ofB({ url: 'https://b.example/' })],
    { pairWith: 'create', method: 'PUT' },
  ],
];

describe('a decision that was applied is not asked again', () => {
  it.each(cases)('%s', (_what, from, definitions, to, there, decision) => {
    const file = exported([sourceOf(from, held(definitions))]);
    const { rows } = readable(file.text);
    const before: Webhook[] = held(there, 50);
    const secrets = new Map(file.secrets.map(({ name, value }) => [name, value]));
    const decisions = new Map(rows.map(({ key }) => [key, decision]));
    const to1 = target(to, before, 'another');
    const plan = decideBundleRows(rows, to1, choices({ secrets, decisions }));
    const after = applied(plan, before);
    expect(after).not.toEqual(before);
    // Opens the file again, without decisions and secrets.
    const again = decideBundleRows(rows, target(to, after, 'another'), choices());
    expect(again.map(kindOf)).toEqual(['unchanged']);
    expect(again.flatMap(({ needs }) => needs)).toEqual([]);
  });
});

it('asks for a method if neither the file nor the installation has a supported one', () => {
  const { rows } = readable(exported([sourceOf('A', held([{ ...pager, method: 'GET' }]))]).text);
  const there = held([ofB({ method: 'PATCH' })], 50);
  expect(decideBundleRows(rows, target('B', there, 'another'), choices())).toMatchObject([
    { needs: [{ kind: 'method', given: 'GET', proposed: 'POST' }] },
  ]);
});

it('never proposes an unsupported method, even if the installation has it', () => {
  const { rows } = readable(exported([sourceOf('A', held([{ ...pager, method: 'PATCH' }]))]).text);
  const there = held([ofB({ method: 'PATCH', enabled: !pager.enabled })], 50);
  expect(decideBundleRows(rows, target('B', there, 'another'), choices())).toMatchObject([
    { needs: [{ kind: 'method', given: 'PATCH', proposed: 'POST' }] },
  ]);
});
