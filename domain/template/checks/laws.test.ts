import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WebhookDefinition } from '../../webhook/webhook.ts';
import { alertTokens } from '../catalogue.ts';
import { xmlFault } from '../xml/scan-xml.ts';
import { renderTemplate, ruleSets } from '../render-template.ts';
import { sampleValues } from '../samples.ts';
import { ScenarioName, scenarios } from '../scenarios.ts';
import { applyFix, type CheckContext, checkTemplate, type FindingPlace } from './check-template.ts';
import { findingLimit } from './finding.ts';
import { context, header, json, own, webhook } from './testing/webhooks.ts';

/** Random templates for each property; `npm run prove templates` sets more. */
const runs = Number(process.env.TEMPLATE_RUNS ?? 1_500);

/** Includes names of `Object.prototype`, which are not tokens. */
const name = fc.constantFrom(
  ...alertTokens.map((token) => token.name),
  'alertid',
  'AlertNme',
  'constructor',
  '__proto__',
  'Own',
  'own',
  'Json',
  '20',
  '7',
  'Da',
);
const token = name.map((inner) => `%${inner}%`);
const punctuation = fc.constantFrom(
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '"',
  "'",
  '\\',
  '%',
  '%20',
  '<',
  '>',
  '=',
  '&',
  ' ',
  '\n',
  '\0',
);
const word = fc.constantFrom(
  '{"text":',
  '"payload":{',
  '"severity":"',
  '1',
  'true',
  'AlertName',
  '\\u00',
  '\ud83d',
  '\u202e',
  '\ufeff',
  '\u00a0',
  '“',
  '”',
  '%Alert Name%',
  '<![CDATA[',
  ']]>',
  '<a b="',
  '</a>',
  '&amp;',
  'payload=',
  '%7B%22',
  '+',
);
const soup = fc
  .array(fc.oneof(token, punctuation, word), { maxLength: 25 })
  .map((pieces) => pieces.join(''));

/** JSON with tokens or punctuation at random offsets. */
const likeJson = fc
  .tuple(fc.json({ maxDepth: 3 }), fc.array(fc.tuple(fc.nat(), fc.oneof(token, punctuation))))
  .map(([text, spots]) =>
    spots.slice(0, 4).reduce((whole, [at, piece]) => {
      const place = at % (whole.length + 1);
      return whole.slice(0, place) + piece + whole.slice(place + (at % 2));
    }, text),
  );
const template = fc.oneof(soup, likeJson, fc.string({ unit: 'binary' }), fc.json());

const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '"', '\\', '\n', '1', '"a"', '{}', '","', '%AlertID%', '\ud800'),
);
const contexts: fc.Arbitrary<CheckContext> = fc.record({
  ownTokens: fc.uniqueArray(
    fc.record({
      name: fc.constantFrom('Own', 'own', 'Json', '__proto__', 'constructor', 'AlertID'),
      meaning: fc.constant(''),
      sample: value,
    }),
    { selector: (own_) => own_.name, maxLength: 4 },
  ),
  edits: fc.dictionary(fc.constantFrom(...ScenarioName.options), fc.dictionary(name, value)),
  rules: fc.constantFrom(...ruleSets.map((rules) => rules.name)),
});

const url = fc.oneof(
  fc.constantFrom(
    'https://hooks.slack.com/services/T/B/x',
    'https://events.pagerduty.com/v2/enqueue',
    'https://api.telegram.org/bot1:x/sendMessage?chat_id=1',
    'https://receiver.example/%AlertID%/%E9t%E9',
  ),
  fc.string({ unit: 'binary' }),
);
const headers = fc.array(
  fc.record({
    id: fc.constant(null),
    name: fc.constantFrom('Content-Type', 'content-type', 'Authorization', 'X', ''),
    value: fc.oneof(
      fc.constantFrom(
        'application/json',
        'text/plain',
        'application/xml',
        'json',
        '%AlertID%',
        'application/x-www-form-urlencoded',
        'application/x-ndjson',
        'text/html',
      ),
      fc.string({ unit: 'binary' }),
    ),
  }),
  { maxLength: 3 },
);
const definition: fc.Arbitrary<WebhookDefinition> = fc
  .record({
    payloadTemplate: template,
    url,
    headers,
    payloadType: fc.constantFrom('ALERT', 'JOB', null),
  })
  .map(({ payloadTemplate, ...other }) => webhook(payloadTemplate, other));

function textOf(checked: WebhookDefinition, place: FindingPlace): string {
  switch (place.kind) {
    case 'payload':
      return checked.payloadTemplate;
    case 'url':
      return checked.url;
    case 'header':
      return checked.headers[place.index]?.value ?? '';
    case 'webhook':
      return '';
  }
}

test('no check throws, every place is inside its text, and every fix changes something', () => {
  fc.assert(
    fc.property(definition, contexts, (checked, checkedWith) => {
      for (const { place, fixes, message } of checkTemplate(checked, checkedWith)) {
        expect(message).not.toContain('undefined');
        if (place.kind !== 'webhook') {
          expect(place.start).toBeGreaterThanOrEqual(0);
          expect(place.end).toBeGreaterThanOrEqual(place.start);
          expect(place.end).toBeLessThanOrEqual(textOf(checked, place).length);
        }
        for (const fix of fixes) {
          expect(fix.changes.length).toBeGreaterThan(0);
          expect(applyFix(checked, fix)).not.toEqual(checked);
        }
      }
    }),
    { numRuns: runs },
  );
});

test('a payload is reported exactly if it is not JSON in some scenario', { tags: 'slow' }, () => {
  const aboutJson = new Set(['byte-order-mark', 'not-json', 'unquoted-token', 'value-breaks-json']);
  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch (error) {
      if (error instanceof SyntaxError) return false;
      throw error;
    }
  };
  // A text that looks like XML or a form has findings about the Content-Type instead.
  const meant = fc.oneof(soup, likeJson).filter((text) => /^\s*[[{"]/.test(text));
  const payloadType = fc.constantFrom('ALERT' as const, 'JOB' as const);
  fc.assert(
    fc.property(meant, contexts, payloadType, (text, checkedWith, type) => {
      const { ownTokens, edits, rules } = checkedWith;
      const spoilt = scenarios.filter(
        ({ name: scenario }) =>
          !isJson(renderTemplate(text, sampleValues(scenario, ownTokens, edits, type), rules)),
      );
      const findings = checkTemplate(webhook(text, { payloadType: type }), checkedWith);
      const told = findings.filter(({ code }) => aboutJson.has(code));
      expect(told.length > 0).toBe(spoilt.length > 0);
      if (type === 'ALERT') {
        const ordinary = spoilt.some(
          ({ name: scenario }) => scenario !== 'awkward' && scenario !== 'difficult',
        );
        expect(told.some(({ level }) => level === 'error')).toBe(ordinary);
      }
    }),
    { numRuns: runs },
  );
});

test('a payload is reported exactly if some scenario gives XML that is not well-formed', () => {
  const piece = fc.oneof(
    token,
    fc.constantFrom('<a>', '</a>', '<b/>', 'x', '&', '<![CDATA[', ']]>', '<!--', '-->', '<c d="'),
    fc.constantFrom('"/>', "'", '&lt;', '<?p?>', ' '),
  );
  const inner = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  const xmlType = { headers: [header('Content-Type', 'application/xml')] };
  fc.assert(
    fc.property(inner, contexts, (text, checkedWith) => {
      const { ownTokens, edits, rules } = checkedWith;
      const template_ = `<r>${text}</r>`;
      const spoilt = scenarios.filter(({ name: scenario }) => {
        const values = sampleValues(scenario, ownTokens, edits);
        return xmlFault(renderTemplate(template_, values, rules)) !== null;
      });
      const findings = checkTemplate(webhook(template_, xmlType), checkedWith);
      const found = findings.filter(
        ({ code }) => code === 'not-xml' || code === 'value-breaks-xml',
      );
      expect(found.length > 0).toBe(spoilt.length > 0);
    }),
    { numRuns: 1_000 },
  );
});

describe(
  'large templates are checked within the limits of time, memory and stack',
  { tags: 'slow' },
  () => {
    const kib256 = 256 * 1024;
    const filled = (piece: string): string => piece.repeat(Math.ceil(kib256 / piece.length));
    const listOf = (piece: string): string => `[${filled(`${piece},`)}0]`;
    const distinct = (piece: (index: number) => string): string =>
      `[${Array.from({ length: 20_000 }, (_, index) => piece(index)).join()}]`;
    const longNames = Array.from({ length: 200 }, (_, index) => own(`${'Own'.repeat(20)}${index}`));

    test.each([
      ['percent signs', '%'.repeat(1024 * 1024)],
      ['nested brackets', '['.repeat(100_000) + ']'.repeat(100_000)],
      ['brackets that stay open', '{"a":'.repeat(100_000)],
      ['quotes', '"'.repeat(100_000)],
      ['single quotes', "'".repeat(100_001)],
      ['escaped single quotes', `{'${"\\'".repeat(100_000)}`],
      ['quotes within single quotes', `{'${'"'.repeat(100_000)}': 1`],
      ['backslashes', `{"a":"${'\\'.repeat(100_000)}`],
      ['white space', `{${' \n'.repeat(200_000)},]`],
      ['one long name', `%${'a'.repeat(1024 * 1024)}%`],
      ['names that nothing closes', filled('%AlertName ')],
      ['names that nothing opens', filled('AlertName% ')],
      ['lone percent signs', filled('a% ')],
      ['unknown tokens', listOf('"%Foo%"')],
      ['unknown tokens, all different', distinct((index) => `"%${'Own'.repeat(20)}x${index}%"`)],
      ['tokens in the wrong case', listOf('"%alertname%"')],
      ['values that break JSON', listOf('"%AlertInfo%"')],
      ['bare tokens', listOf('%OldState%')],
      ['glued tokens, all different', distinct((index) => `${index}%OldState%`)],
      ['documented samples', filled("{'text': '%AlertName%'}, ")],
      ['a form', `a=${filled('b&')}`],
      ['repeated members', `{${filled('"a":1,')}"a":1}`],
      ['a form of JSON', filled('payload={"a": "%AlertName%"}&')],
      ['JSON in a form that never ends', `payload={"a": "${filled('&+%')}`],
      ['open comments', `<a><!DOCTYPE ${filled('<!--')}`],
      ['a document type', `<!DOCTYPE ${filled('<!-- "')}`],
      ['references', `<a>${filled('&a')}</a>`],
      ['elements', `<a>${filled('<b c="%AlertName%">%AlertName%</b>')}</a>`],
      ['open elements', filled('<a>')],
      ['attributes', `<a${filled(' b=""')}/>`],
      ['typographic quotes', `{${filled('“”: «')}`],
      ['no-break spaces', `[${filled('\u00a0')}]`],
      ['spaces in names', filled('% Alert ')],
      ['lines of JSON', filled('{"a": "%AlertName%"}\n')],
      ['lone surrogates', `["${filled('\ud83d')}"]`],
    ])(
      '%s',
      (_title, text) => {
        const slack = 'https://hooks.slack.com/services/T/B/x';
        const twice = [
          [webhook(text, { url: slack }), context({ rules: 'as-observed', ownTokens: longNames })],
          [
            webhook(text, { url: text, headers: [json, header('X', text)] }),
            context({ rules: 'plain' }),
          ],
          ...['application/x-www-form-urlencoded', 'text/xml', 'application/x-ndjson'].map(
            (type) =>
              [
                webhook(text.slice(0, 64 * 1024), {
                  url: slack,
                  headers: [header('Content-Type', type)],
                }),
                context({ rules: 'as-observed' }),
              ] as const,
          ),
        ] as const;
        for (const [checked, checkedWith] of twice) {
          const findings = checkTemplate(checked, checkedWith);
          for (const [, some] of Map.groupBy(findings, ({ code }) => code)) {
            expect(some.length).toBeLessThanOrEqual(findingLimit + 1);
          }
          for (const { message } of findings) expect(message.length).toBeLessThan(2_000);
        }
        // Long enough for a busy machine; quadratic time would take minutes.
      },
      60_000,
    );

    test('values of the maximum length', () => {
      const edits = { HIGH: { AlertName: '"\n\\'.repeat(20_000), AlertID: '7'.repeat(65_536) } };
      const text = `[${filled('"%AlertName%", %AlertID%,')}0]`;
      const findings = checkTemplate(webhook(text), context({ edits, rules: 'plain' }));
      expect(findings.map(({ code }) => code)).toContain('value-breaks-json');
    });
  },
);

test('beyond two hundred, the findings of a check are only counted', () => {
  const text = `[${Array(1_500).fill('"%Foo%"').join()}]`;
  const findings = checkTemplate(webhook(text), context());
  expect(findings).toHaveLength(findingLimit + 1);
  expect(findings.at(-1)).toMatchObject({
    code: 'unknown-token',
    level: 'error',
    message: expect.stringContaining('1,300 more places') as unknown,
    fixes: [],
  });
});
