import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { severityNames } from '../webhook/webhook.ts';
import {
  comparableUrl,
  coverageOf,
  type CoveredWebhook,
  gapInWords,
  sendsDuplicates,
} from './coverage.ts';
import { receives } from './receives.ts';

const none = { low: false, medium: false, high: false, cleared: false };
const all = { low: true, medium: true, high: true, cleared: true };
let lastId = 0;
const webhook = (changes: Partial<CoveredWebhook> = {}): CoveredWebhook => {
  lastId += 1;
  return {
    id: lastId,
    name: `webhook ${lastId}`,
    url: `https://a.example/${lastId}`,
    enabled: true,
    severities: all,
    payloadType: null,
    ...changes,
  };
};

describe('gaps', () => {
  test.each<[string, CoveredWebhook[], string[]]>([
    ['no webhooks', [], ['No enabled webhook receives alerts.']],
    ['one that receives all', [webhook()], []],
    [
      'one that is disabled',
      [webhook({ enabled: false })],
      ['No enabled webhook receives alerts.'],
    ],
    ['one for jobs', [webhook({ payloadType: 'JOB' })], ['No enabled webhook receives alerts.']],
    [
      'one with every switch off',
      [webhook({ severities: none })],
      ['No enabled webhook receives alerts.'],
    ],
    [
      'HIGH at a disabled one alone',
      [webhook({ severities: { ...all, high: false } }), webhook({ enabled: false })],
      ['No enabled webhook receives HIGH.'],
    ],
    [
      'some here, some there',
      [
        webhook({ severities: { ...none, low: true } }),
        webhook({ severities: { ...none, medium: true }, payloadType: 'ALERT' }),
      ],
      ['No enabled webhook receives HIGH.', 'No enabled webhook receives CLEARED.'],
    ],
  ])('%s', (_title, webhooks, words) => {
    expect(coverageOf(webhooks).gaps.map(gapInWords)).toEqual(words);
  });
});

describe('equal targets', () => {
  const url = 'https://hooks.example/a';
  const high = { ...none, high: true };
  const low = { ...none, low: true };
  const found = (webhooks: CoveredWebhook[]) =>
    coverageOf(webhooks).sharedTargets.map((target) => ({
      ids: target.webhooks.map(({ id }) => id),
      twice: [...target.duplicatedSeverities, ...(target.duplicatesJobs ? ['jobs'] : [])],
    }));

  test('with a shared severity receive such an alert twice', () => {
    const [a, b] = [webhook({ url }), webhook({ url, severities: high })];
    expect(found([a, webhook(), b])).toEqual([{ ids: [a.id, b.id], twice: ['high'] }]);
  });
  test('without a shared severity come after those with one', () => {
    const apart = [webhook({ url, severities: high }), webhook({ url, severities: low })];
    const both = [webhook({ url: `${url}/2` }), webhook({ url: `${url}/2` })];
    expect(found([...apart, ...both]).map(({ twice }) => twice)).toEqual([
      ['low', 'medium', 'high', 'cleared'],
      [],
    ]);
  });
  test('receive jobs twice only if two webhooks are for jobs', () => {
    const job = () => webhook({ url, payloadType: 'JOB' });
    expect(found([webhook({ url }), job()])).toMatchObject([{ twice: [] }]);
    expect(found([webhook({ url }), job(), job()])).toMatchObject([{ twice: ['jobs'] }]);
  });
  test('do not include disabled webhooks', () => {
    expect(found([webhook({ url }), webhook({ url, enabled: false })])).toEqual([]);
  });
});

describe('the target', () => {
  test.each([
    ['https://A.example', 'https://a.example/'],
    ['HTTPS://a.example:443/x', 'https://a.example/x'],
    ['http://a.example:80/', 'http://a.example'],
    ['https://a.example/x#one', 'https://a.example/x#two'],
    ['https://a.example/b/../x', 'https://a.example/x'],
    [' https://a.example/x ', 'https://a.example/x'],
    ['https://a.example/ä', 'https://a.example/%C3%A4'],
    [' no url', 'no url'],
  ])('is the same for %j and %j', (one, other) => {
    expect(comparableUrl(one)).toBe(comparableUrl(other));
  });
  test.each([
    ['https://a.example/x', 'http://a.example/x'],
    ['https://a.example/x', 'https://a.example/x/'],
    ['https://a.example/x', 'https://a.example/X'],
    ['https://a.example/x', 'https://a.example:8443/x'],
    ['https://a.example/?a=1&b=2', 'https://a.example/?b=2&a=1'],
    ['https://u@a.example/', 'https://a.example/'],
    ['no url', 'No url'],
  ])('is not the same for %j and %j', (one, other) => {
    expect(comparableUrl(one)).not.toBe(comparableUrl(other));
  });
});

test('the target of a URL equals the output of the URL parser', () => {
  const piece = fc.constantFrom(
    'a',
    'example',
    'xn--',
    '1',
    '0x7f',
    '.',
    '-',
    '/',
    '..',
    '/./',
    '%2e',
    ':',
    '443',
    '?',
    '=',
    '80',
    '8080',
    '_',
    '~',
    '&',
    '+',
    '@',
    'A',
    '#',
    '\\n',
    ' ',
    'é',
    "'",
    '"',
  );
  const rest = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.constantFrom('http://', 'https://', 'https:'), rest, (scheme, text) => {
      const url = scheme + text;
      const normal = URL.canParse(url) ? new URL(url).href.replace(/#.*$/s, '') : url.trim();
      expect(comparableUrl(url)).toBe(normal);
    }),
    { numRuns: 20_000 },
  );
});

const anyWebhook = fc.record({
  id: fc.nat(),
  name: fc.string(),
  url: fc.constantFrom('https://a.example', 'https://A.example/', 'https://a.example/b', 'x', ''),
  enabled: fc.boolean(),
  severities: fc.record({
    low: fc.boolean(),
    medium: fc.boolean(),
    high: fc.boolean(),
    cleared: fc.boolean(),
  }),
  payloadType: fc.constantFrom(null, 'ALERT' as const, 'JOB' as const),
});

test('coverage agrees with `receives` for random webhooks', () => {
  fc.assert(
    fc.property(fc.array(anyWebhook, { maxLength: 12 }), (webhooks) => {
      const found = coverageOf(webhooks);
      const states = { low: 'LOW', medium: 'MEDIUM', high: 'HIGH', cleared: 'CLEARED' } as const;
      for (const severity of severityNames) {
        expect(found.bySeverity[severity]).toEqual(
          webhooks.filter(
            (one) => receives(one, { kind: 'alert', state: states[severity] }).delivered,
          ),
        );
      }
      expect(found.jobs).toEqual(
        webhooks.filter((one) => receives(one, { kind: 'job' }).delivered),
      );
      const covered = severityNames.filter((name) => found.bySeverity[name].length > 0);
      const missing = found.gaps.flatMap((gap) =>
        gap.kind === 'all-alerts' ? severityNames : [gap.severity],
      );
      expect([...covered, ...missing].toSorted()).toEqual(severityNames.toSorted());
    }),
  );
});

test('enabled webhooks are grouped exactly if they have the same target', () => {
  fc.assert(
    fc.property(fc.array(anyWebhook, { maxLength: 12 }), (webhooks) => {
      const { sharedTargets } = coverageOf(webhooks);
      const groupOf = new Map(
        sharedTargets.flatMap(({ webhooks: group }, index) => group.map((one) => [one, index])),
      );
      const enabled = webhooks.filter((one) => one.enabled);
      for (const one of enabled) {
        const target = comparableUrl(one.url);
        const others = enabled.filter((other) => comparableUrl(other.url) === target);
        expect(groupOf.has(one)).toBe(others.length > 1);
        for (const other of others) expect(groupOf.get(other)).toBe(groupOf.get(one));
      }
      const flags = sharedTargets.map(sendsDuplicates);
      expect(flags).toEqual(flags.toSorted((a, b) => Number(b) - Number(a)));
    }),
  );
});
