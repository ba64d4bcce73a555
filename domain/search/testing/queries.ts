import fc from 'fast-check';
import { listedWebhooks, type ReadWebhook } from '../../webhook/listed.ts';
import { PayloadType } from '../../webhook/variant.ts';
import { parseQuery } from '../parse-query.ts';

/** Random queries of each test; `npm run prove search-queries` sets 10,000. */
export const queries = Number(process.env.SEARCH_QUERIES ?? 500);

/** Few characters, so that a match can reach from one text into the next. */
const common = fc.constantFrom('a', 'b', '😀', '漢');
/** Also characters whose lower case is longer, depends on the next one, or takes two units. */
const rare = fc.constantFrom(
  'A',
  '1',
  '%',
  '_',
  '"',
  '-',
  ':',
  '/',
  '@',
  '.',
  ' ',
  '\n',
  '\\',
  'Σ',
  'σ',
  'ς',
  'İ',
  'ß',
  'Å',
  '字',
  '🪝',
  '\ud83d',
  '\ude00',
  '\ufeff',
);
export const unit = fc.oneof(common, rare);
const shortText = fc.oneof(
  fc.string({ unit: common, maxLength: 3 }),
  fc.string({ unit, maxLength: 6 }),
);
const url = fc.oneof(
  shortText,
  fc.tuple(shortText, shortText).map(([host, path]) => `https://${host}/${path}`),
);
/** Few texts and ids, so that queries match some webhooks and not others. */
export const webhook: fc.Arbitrary<ReadWebhook> = fc.record({
  id: fc.option(fc.constantFrom(-0, 1, 2, 3, 40), { freq: 9 }),
  name: shortText,
  url,
  method: fc.constantFrom('POST', 'PUT', 'a', 'Σ'),
  enabled: fc.boolean(),
  headers: fc.array(fc.record({ id: fc.constant(1), name: shortText, value: shortText }), {
    maxLength: 2,
  }),
  payloadTemplate: fc.oneof(shortText, fc.constantFrom('', 'aΣ', '%AlertName%')),
  severities: fc.record({
    low: fc.boolean(),
    medium: fc.boolean(),
    high: fc.boolean(),
    cleared: fc.boolean(),
  }),
  payloadType: fc.option(fc.constantFrom(...PayloadType.options)),
  unreported: fc.constant([]),
  unknown: fc.constant({}),
});
export const lists = fc.array(webhook, { maxLength: 12 }).map(listedWebhooks);

const value = fc.string({ unit, minLength: 1, maxLength: 2 });
const ofText = ['host', 'header', 'template'] as const;
const part = fc.oneof(
  value,
  value.map((text) => `"${text.replaceAll('"', '""')}"`),
  fc
    .tuple(fc.constantFrom(...ofText), value)
    .map(([term, text]) => `${term}:"${text.replaceAll('"', '""')}"`),
  fc.constantFrom('id:1', 'id:-0', 'id:0', 'method:post', 'METHOD:Σ', 'type:alert', 'type:job'),
  fc.constantFrom('severity:high', 'severity:none', 'severity:cleared'),
  fc.constantFrom('is:enabled', 'is:disabled', 'is:on', 'is:off'),
  fc.constantFrom('is:draft', 'is:edited', 'is:changed', '🪝 😀', 'aσ', 'ας'),
);
export const query = fc
  .array(fc.tuple(fc.boolean(), part), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.map(([negated, text]) => `${negated ? '-' : ''}${text}`).join(' '))
  .filter((text) => parseQuery(text).mistakes.length === 0);
