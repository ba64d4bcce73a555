import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textFilter } from '../text/fold-text.ts';
import { keyOf, listedWebhooks } from '../webhook/listed.ts';
import { segmentOf } from '../webhook/segment/segment-builder.ts';
import { WebhookTable } from '../webhook/segment/webhook-table.ts';
import { webhookMatches } from './matches.ts';
import { parseQuery } from './parse-query.ts';
import { type SearchTerm, TermName } from './terms.ts';
import { SegmentIndex } from './segment-index.ts';
import { lists, queries, query, unit, webhook } from './testing/queries.ts';

describe('a search in a segment', () => {
  it('finds the same webhooks as a check of each webhook', () => {
    const isFound = { some: 0, none: 0 };
    fc.assert(
      fc.property(lists, query, fc.array(fc.nat(11)), (webhooks, text, picked) => {
        const { terms } = parseQuery(text);
        const keys = webhooks.map(keyOf);
        const edited = new Set(picked.flatMap((index) => keys[index] ?? []));
        const changed = new Set(keys.slice(0, 2));
        const found = new SegmentIndex(segmentOf(webhooks)).match(terms, { edited, changed });
        const expected = webhooks.map((each) =>
          webhookMatches(terms, each, {
            edited: edited.has(keyOf(each)),
            changed: changed.has(keyOf(each)),
          }),
        );
        expect([...found].map((each) => each === 1)).toEqual(expected);
        isFound[expected.includes(true) ? 'some' : 'none'] += 1;
      }),
      { numRuns: queries },
    );
    // Without hits and misses, the queries prove nothing.
    expect(Math.min(isFound.some, isFound.none)).toBeGreaterThan(queries / 20);
  });

  it('finds the same after each key of a query, and after any other search', () => {
    const isFound = { some: 0, none: 0 };
    fc.assert(
      fc.property(lists, query, (webhooks, text) => {
        const changed = new Set(webhooks.slice(0, 2).map(keyOf));
        const segment = segmentOf(webhooks);
        const index = new SegmentIndex(segment);
        const typed = Array.from(text, (_, end) => parseQuery(text.slice(0, end + 1)).terms);
        const opposite = typed.map((terms) =>
          terms.map((term) => ({ ...term, negated: !term.negated })),
        );
        const searches = [...typed, ...typed.toReversed(), ...opposite];
        for (const [count, terms] of searches.entries()) {
          // Drafts come and go between searches.
          const keys = { edited: new Set(webhooks.slice(count % 3).map(keyOf)), changed };
          const found = index.match(terms, keys);
          expect(found).toEqual(new SegmentIndex(segment).match(terms, keys));
          isFound[found.includes(1) ? 'some' : 'none'] += 1;
        }
      }),
      { numRuns: queries / 4 },
    );
    expect(Math.min(isFound.some, isFound.none)).toBeGreaterThan(queries / 4);
  });

  it('finds words as the filter of one list does', () => {
    const word = fc
      .string({ unit, minLength: 1, maxLength: 2 })
      .filter((text) =>
        parseQuery(text).terms.every(({ term, negated }) => term === 'text' && !negated),
      )
      .filter((text) => !text.includes('"') && parseQuery(text).mistakes.length === 0);
    fc.assert(
      fc.property(lists, fc.array(word, { maxLength: 2 }), (webhooks, words) => {
        const text = words.join(' ');
        const table = new WebhookTable(segmentOf(webhooks));
        const passes = textFilter(text) ?? (() => true);
        const expected = [...table.rows()].map((row) => passes(table.searchTextOf(row)));
        const none = new Set<number>();
        const found = new SegmentIndex(table.segment).match(parseQuery(text).terms, {
          edited: none,
          changed: none,
        });
        expect([...found].map((each) => each === 1)).toEqual(expected);
      }),
      { numRuns: queries },
    );
  });

  it.each(['host:bücher', 'host:xn--bcher', 'host:BÜCHER.example'])(
    '%s finds both forms of an international host',
    (query) => {
      const [base] = fc.sample(webhook, 1);
      if (base === undefined) throw new Error('There is no webhook.');
      const hosts = ['bücher.example', 'xn--bcher-kva.example', 'books.example', 'xn--!.example'];
      const webhooks = hosts.map((host, id) => ({ ...base, id, url: `https://${host}/hook` }));
      const { terms } = parseQuery(query);
      const none = new Set<number>();
      const keys = { edited: none, changed: none };
      const found = [...new SegmentIndex(segmentOf(webhooks)).match(terms, keys)];
      expect(found).toEqual([1, 1, 0, 0]);
      const state = { edited: false, changed: false };
      const matched = listedWebhooks(webhooks).map((each) => webhookMatches(terms, each, state));
      expect(matched).toEqual([true, true, false, false]);
    },
  );

  it('knows “on” and “off” as other words for enabled and disabled', () => {
    const [base] = fc.sample(webhook, 1);
    if (base === undefined) throw new Error('There is no webhook.');
    const state = { edited: false, changed: false };
    for (const [query, isEnabled] of [
      ['is:on', true],
      ['is:off', false],
    ] as const) {
      const { terms } = parseQuery(query);
      const found = [true, false].map((enabled) =>
        listedWebhooks([{ ...base, enabled }]).map((each) => webhookMatches(terms, each, state)),
      );
      expect(found.flat()).toEqual([isEnabled, !isEnabled]);
    }
  });

  it('never searches header values', () => {
    const [base] = fc.sample(webhook, 1);
    if (base === undefined) throw new Error('There is no webhook.');
    const headers = [{ id: 1, name: 'Authorization', value: 'canary-value' }];
    const index = new SegmentIndex(segmentOf(listedWebhooks([{ ...base, id: 1, headers }])));
    const keys = { edited: new Set<number>(), changed: new Set<number>() };
    for (const text of ['canary', 'header:canary', 'template:canary', 'host:canary']) {
      expect([...index.match(parseQuery(text).terms, keys)]).toEqual([0]);
    }
    expect([...index.match(parseQuery('header:auth').terms, keys)]).toEqual([1]);
    expect(JSON.stringify([...index.headerNames, ...index.hosts])).not.toContain('canary');
  });
});

const text = (value: string, negated = false): SearchTerm => ({ term: 'text', value, negated });

describe('a search text', () => {
  it.each<[string, SearchTerm[]]>([
    ['', []],
    ['  Slack   ops ', [text('slack'), text('ops')]],
    ['"Slack  Ops"', [text('slack  ops')]],
    ['"a ""b"" c', [text('a "b" c')]],
    ['-slack -"a b" -', [text('slack', true), text('a b', true), text('-')]],
    ['""', []],
    ['https://hooks', [text('https://hooks')]],
    ['{"text": %AlertName%', [text('{"text":'), text('%alertname%')]],
    ['10:30', [text('10:30')]],
    ['"host:a"', [text('host:a')]],
    ['Host:Slack.com', [{ term: 'host', value: 'slack.com', negated: false }]],
    ['-installation:"acme prod"', [{ term: 'installation', value: 'acme prod', negated: true }]],
    ['id:12', [{ term: 'id', value: '12', negated: false }]],
    ['env:Production', [{ term: 'env', value: 'production', negated: false }]],
  ])('%j', (query, terms) => {
    expect(parseQuery(query)).toEqual({ terms, mistakes: [] });
  });

  it.each([
    [
      'a instalation:acme',
      2,
      18,
      'is not a search term. Put the text in quotes, or use one of: installation, group',
    ],
    [
      'is:open',
      0,
      7,
      '“is:” has no value “open”. Use enabled, disabled, on, off, draft, edited, changed.',
    ],
    ['env:prod b', 0, 8, 'Use production, staging, test, development.'],
    ['type:x', 0, 6, 'Use alert, job.'],
    ['id:1x', 0, 5, 'Enter a whole number after “id:”.'],
    ['-host:', 0, 6, 'Enter a value after “host:”.'],
    ['a'.repeat(2_001), 0, 2_001, 'Shorten the search to 2,000 characters.'],
  ])('%j has a mistake', (query, start, end, message) => {
    const { mistakes } = parseQuery(query);
    expect(mistakes).toMatchObject([{ start, end }]);
    expect(mistakes[0]?.message).toContain(message);
  });

  it('with an unknown term gets a message with all terms', () => {
    const [mistake] = parseQuery('nothing:x').mistakes;
    for (const term of TermName.options) expect(mistake?.message).toContain(term);
  });

  it('never gives a term with an empty value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        for (const { value } of parseQuery(any).terms) expect(value).not.toBe('');
      }),
    );
  });
});
