import { describe, expect, it } from 'vitest';
import { read, readable } from '../testing/bundles.ts';

const file = (webhooks: string, head = ''): string =>
  `{\n  "format": "hookdesk-bundle",\n  "version": "1.0"${head},\n  "webhooks": ${webhooks}\n}`;

/** Each as `Webhook: path (nearest) line:column`. */
const unknownIn = (text: string): string[] =>
  readable(text).unknown.listed.map(
    ({ webhook, path, nearest, line, column }) =>
      `${webhook}: ${path} (${nearest ?? '-'}) ${line}:${column}`,
  );

describe('the unknown members of a bundle', () => {
  it.each([
    ['a slip', '[{"name": "a",\n  "enabeld": true}]', ['a: enabeld (enabled) 5:3']],
    ['another case', '[{"name": "a", "URL": "x"}]', ['a: URL (url) 4:30']],
    [
      'the name of the interface',
      '[{"name": "a", "payload_template": "x"}]',
      ['a: payload_template (payloadTemplate) 4:30'],
    ],
    ['nothing that is near', '[{"name": "a", "colour": 1}]', ['a: colour (-) 4:30']],
    [
      'a severity and a header',
      '[{"name": "a", "severities": {"hihg": true},\n "headers": [{"name": "b", "value": "c", "valeu": "d"}]}]',
      ['a: severities.hihg (high) 4:45', 'a: headers.0.valeu (value) 5:42'],
    ],
    [
      'a place for a secret',
      '[{"name": "a", "url": ["x", {"secret": "k", "secert": 1}]}]',
      ['a: url.1.secert (secret) 4:59'],
    ],
    [
      'several webhooks',
      '[{"name": "a", "enabeld": 1},\n{"name": "b"},\n{"enabeld": 1, "name": "c"}]',
      ['a: enabeld (enabled) 4:30', 'c: enabeld (enabled) 6:2'],
    ],
    [
      'a webhook that cannot be read',
      '[{"name": "a", "enabled": 7, "methd": "PUT"},\n {"name": "b", "urll": "x"}]',
      ['a: methd (method) 4:44', 'b: urll (url) 5:16'],
    ],
    ['a name with a dot', '[{"name": "a", "en.abled": 1}]', ['a: en.abled (enabled) 4:30']],
  ])('are reported for %s', (_title, webhooks, expected) => {
    expect(unknownIn(file(webhooks))).toEqual(expected);
  });

  it('are reported before and after the webhooks', () => {
    const text = file('[{"name": "a"},\n {"name": "b"}]', ',\n  "exportedBY": "x"').replace(
      /\}$/,
      ',\n  "tokns": [],\n  "secrets": [{"name": "k", "what": "w", "note": "n"}]\n}',
    );
    expect(unknownIn(text)).toEqual([
      ': exportedBY (exportedBy) 4:3',
      ': tokns (tokens) 8:3',
      ': secrets.0.note (-) 9:42',
    ]);
  });

  it('of a newer minor version are preserved and reported', () => {
    const text = file('[{"name": "a", "later": {"b": 1}}]').replace('1.0', '1.9');
    const reading = readable(text);
    expect(reading).toMatchObject({
      newer: true,
      bundle: { webhooks: [{ name: 'a', later: { b: 1 } }] },
      unknown: { total: 1, listed: [{ path: 'later', nearest: null }] },
    });
  });

  it('are all counted, and listed up to 100', () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => `{"name": "${index}", "enabeld": 1}`);
    const { unknown } = readable(file(`[\n${rows.join(',\n')}\n]`));
    expect(unknown.total).toBe(5_000);
    expect(unknown.listed).toHaveLength(100);
    expect(unknown.listed.at(-1)).toMatchObject({ webhook: '99', line: 104 });
  });

  it('are shortened if their names are very long', () => {
    const { unknown } = readable(file(`[{"name": "a", "${'x'.repeat(10_000)}": 1}]`));
    expect(unknown.listed[0]?.path).toHaveLength(81);
  });

  it('do not occur in a file that Hookdesk wrote', () => {
    expect(
      unknownIn(file('[{"name": "a", "url": ["x", {"secret": "k"}], "headers": []}]')),
    ).toEqual([]);
  });
});

it('refuses a file with a misspelt required member, and names it', () => {
  const reading = read(file('[]').replace('"webhooks"', '"webhoks"'));
  expect(reading).toMatchObject({
    kind: 'unreadable',
    fault: { why: 'webhooks is missing. Is “webhoks” meant to be it?' },
  });
});

describe('the unknown members of a raw list', () => {
  const raw = (more: string): string =>
    `[{"id": 1, "name": "a", "url": "x", "low_alert": true, ${more}}]`;

  it('are reported only if they resemble a known one', () => {
    expect(unknownIn(raw('"enabeld": true,\n"high_alerts": true'))).toEqual([
      'a: enabeld (enabled) 1:56',
      'a: high_alerts (high_alert) 2:1',
    ]);
    expect(unknownIn(raw('"created_at": "2030", "owner": "b"'))).toEqual([]);
  });

  it('differ from invalid values, which make only their own webhook unreadable', () => {
    const { rows } = readable(`${raw('"enabled": 7').slice(0, -1)},\n{"id": 2, "name": "b"}]`);
    const [first, second] = rows;
    expect(first).toMatchObject({ key: 'a', content: { kind: 'unreadable', name: 'a' } });
    expect(first?.content.kind === 'unreadable' && first.content.fault.why).toMatch(/^enabled: /);
    expect(second).toMatchObject({ key: 'b', content: { kind: 'webhook' } });
  });
});
