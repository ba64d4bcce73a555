import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VariantId } from '../webhook/variant.ts';
import { emptyDefinition, type Webhook, type WebhookDefinition } from '../webhook/webhook.ts';
import { definitionsOf, exported, held, readable, rewritten, sourceOf } from './testing/bundles.ts';
import type { ExportSource } from './export/export-source.ts';

const variants: VariantId[] = ['A', 'B'];
const variant = fc.constantFrom(...variants);

const installationOf = (id: VariantId, number: number): ExportSource['installation'] => ({
  name: number % 2 === 0 ? 'acme' : 'other',
  variant: id,
  fingerprint: `f${number}`,
  address: null,
});

/** Random sources, some with equal names of installations or webhooks. */
const sources = fc
  .array(
    variant.chain((id) => fc.tuple(fc.constant(id), fc.array(definitionsOf(id), { maxLength: 5 }))),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) =>
    all.map(([id, definitions], number) =>
      sourceOf(id, held(definitions), { installation: installationOf(id, number) }),
    ),
  );

it('two exports of the same webhooks are byte-identical for any order of reading', () => {
  fc.assert(
    fc.property(
      sources.chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length }),
          fc.boolean(),
        ),
      ),
      ([all, shuffled, reverse]) => {
        const again = shuffled.map((source) => ({
          ...source,
          webhooks: reverse ? source.webhooks.toReversed() : source.webhooks,
        }));
        expect(exported(again).text).toBe(exported(all).text);
      },
    ),
    { numRuns: 300 },
  );
});

it('headers keep their order', () => {
  const headers = ['Z', 'a', 'B'].map((name) => ({ id: null, name, value: 'x' }));
  const [webhook] = held([{ ...emptyDefinition('B'), name: 'Pager', headers }]);
  const [row] = readable(
    exported([sourceOf('B', webhook === undefined ? [] : [webhook])]).text,
  ).rows;
  const content = row?.content.kind === 'webhook' ? row.content.webhook.headers : [];
  expect(content.map(({ name }) => name)).toEqual(['Z', 'a', 'B']);
});

const plain: WebhookDefinition = {
  ...emptyDefinition('B'),
  name: 'Pager',
  url: 'https://a.example/one',
  headers: [
    { id: 1, name: 'X-Team', value: 'dba' },
    { id: 2, name: 'Accept', value: 'text/plain' },
  ],
  payloadTemplate: '{\n  "text": "%AlertName%",\n  "team": "dba"\n}',
};

const changes: Record<string, (webhook: Webhook) => Webhook> = {
  enabled: (webhook) => ({ ...webhook, enabled: !webhook.enabled }),
  method: (webhook) => ({ ...webhook, method: 'PUT' }),
  url: (webhook) => ({ ...webhook, url: 'https://a.example/two' }),
  payloadType: (webhook) => ({ ...webhook, payloadType: 'JOB' }),
  severity: (webhook) => ({
    ...webhook,
    severities: { ...webhook.severities, low: !webhook.severities.low },
  }),
  'value of a header': (webhook) => ({
    ...webhook,
    headers: webhook.headers.map((one) => (one.name === 'X-Team' ? { ...one, value: 'ops' } : one)),
  }),
  'name of a header': (webhook) => ({
    ...webhook,
    headers: webhook.headers.map((one) => (one.name === 'X-Team' ? { ...one, name: 'A' } : one)),
  }),
  'line of the template': (webhook) => ({
    ...webhook,
    payloadTemplate: webhook.payloadTemplate.replace('AlertName', 'AlertID'),
  }),
};

describe.each(Object.entries(changes))('one changed field: %s', (_field, change) => {
  it('changes one line of the file', () => {
    fc.assert(
      fc.property(fc.array(definitionsOf('B'), { maxLength: 4 }), fc.nat(4), (others, at) => {
        // Some others have the same name.
        const named = others.map((one, index) =>
          index % 2 === 0 ? { ...one, name: 'Pager' } : one,
        );
        const before = held(named.toSpliced(at, 0, plain));
        const index = Math.min(at, named.length);
        const after = before.map((one, nth) => (nth === index ? change(one) : one));
        const [left, right] = [before, after].map((webhooks) =>
          exported([sourceOf('B', webhooks)]).text.split('\n'),
        );
        expect(right).toHaveLength(left?.length ?? 0);
        expect(left?.filter((line, nth) => line !== right?.[nth])).toHaveLength(1);
      }),
    );
  });
});

it('opens a file of version 1.0, and writes it back unchanged', () => {
  const path = new URL('testing/golden/version-1.0.hookdesk.json', import.meta.url);
  const text = readFileSync(path, 'utf8');
  const reading = readable(text);
  if (reading.kind !== 'bundle') throw new Error('It is no bundle.');
  expect(reading).toMatchObject({ newer: false, unknown: { total: 0 } });
  expect(reading.rows.map(({ key, origin }) => [key, origin])).toEqual([
    [
      'old',
      { installation: 'acme', variant: 'B', fingerprint: null, connection: 'c1', formerId: 2 },
    ],
    [
      'pager-night',
      { installation: 'acme', variant: 'B', fingerprint: null, connection: 'c1', formerId: 1 },
    ],
  ]);
  expect(rewritten(reading.bundle)).toBe(text);
});
