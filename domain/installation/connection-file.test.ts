import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankConnection, type ConnectionSettings, settingsOf } from './connection.ts';
import { readConnectionFile, writeConnectionFile } from './connection-file.ts';
import {
  certificatePem,
  goodSettings,
  savedConnections,
} from '#test-support/installation-fixture.ts';

const acme: ConnectionSettings = {
  ...blankConnection,
  name: 'acme-prod',
  baseUrl: 'https://monitor.example.com/pem',
};
const head = { format: 'hookdesk-connections', version: 1 };
const file = (...connections: unknown[]): string => JSON.stringify({ ...head, connections });

function entriesOf(text: string) {
  const reading = readConnectionFile(text);
  if (reading.kind === 'unreadable') throw new Error(reading.why);
  return reading.entries;
}

it('is indented JSON with all settings', () => {
  expect(writeConnectionFile([acme])).toBe(`{
  "format": "hookdesk-connections",
  "version": 1,
  "connections": [
    {
      "name": "acme-prod",
      "baseUrl": "https://monitor.example.com/pem",
      "variant": "B",
      "apiRoot": "/api/v14",
      "authentication": {
        "kind": "auth-token"
      },
      "environment": "production",
      "readOnly": false,
      "payloadTypePlace": "http-headers",
      "trust": {
        "kind": "system"
      },
      "clientCertificate": null,
      "proxy": {
        "kind": "system"
      },
      "limits": {
        "connectMilliseconds": 10000,
        "headersMilliseconds": 30000,
        "bodyMilliseconds": 60000,
        "bodyBytes": 67108864
      },
      "group": "",
      "notes": "",
      "watchMinutes": null
    }
  ]
}
`);
});

describe('a written file', () => {
  it('is read back with the same settings, without ids', () => {
    fc.assert(
      fc.property(savedConnections, (saved) => {
        const entries = entriesOf(writeConnectionFile(saved));
        expect(entries).toEqual(
          saved.map((each) => ({ settings: settingsOf(each), issues: [], unknownFields: [] })),
        );
      }),
    );
  });

  it('has the same text for any order of the fields', () => {
    fc.assert(
      fc.property(fc.array(goodSettings, { maxLength: 3 }), (all) => {
        const turned = all.map((each) => Object.fromEntries(Object.entries(each).reverse()));
        const text = writeConnectionFile(all);
        expect(writeConnectionFile(entriesOf(file(...turned)).flatMap(settingsIn))).toBe(text);
      }),
    );
  });
});
const settingsIn = ({ settings }: { settings: ConnectionSettings | null }) => settings ?? [];

it('may begin with a byte order mark', () => {
  const text = writeConnectionFile([{ ...blankConnection, name: 'acme' }]);
  expect(readConnectionFile(`\ufeff${text}`)).toEqual(readConnectionFile(text));
  expect(readConnectionFile(`\ufeff\ufeff${text}`)).toMatchObject({ kind: 'unreadable' });
});

it('may be written by hand; omitted settings have the values of a new connection', () => {
  const byHand = { name: ' acme ', baseUrl: 'https://a/', variant: 'A', apiRoot: '/api/v6' };
  expect(entriesOf(file(byHand))).toEqual([
    {
      settings: { ...blankConnection, ...byHand, name: 'acme', baseUrl: 'https://a' },
      issues: [],
      unknownFields: [],
    },
  ]);
});

it.each([
  ['nothing', '', /JSON/],
  ['no JSON', '{"format"', /JSON/],
  ['a bare list', '[]', /not an export of installations/],
  ['another format', JSON.stringify({ ...head, format: 'x', connections: [] }), /not an export/],
  ['no list', JSON.stringify({ ...head, connections: {} }), /not an export/],
  ['a later version', JSON.stringify({ ...head, version: 2, connections: [] }), /newer/],
  ['a later version with other content', JSON.stringify({ ...head, version: 2 }), /newer/],
  ['too many', file(...Array.from({ length: 1_001 }, () => acme)), /1000/],
  ['deep nesting', '['.repeat(1_000_000), /JSON/],
  ['too much', ' '.repeat(4 * 1024 * 1024 + 1), /4 MiB/],
])('a file of %s is refused with a reason', (_, text, why) => {
  const reading = readConnectionFile(text);
  expect(reading.kind === 'unreadable' && reading.why).toMatch(why);
});

describe('a hostile entry', () => {
  it.each<[string, unknown, string[]]>([
    ['no object', 7, ['']],
    ['null', null, ['']],
    ['empty', {}, ['name', 'baseUrl', 'variant', 'apiRoot']],
    ['of wrong kinds', { ...acme, name: 7, trust: { kind: 'all' } }, ['name', 'trust.kind']],
    [
      'with limits that never end',
      { ...acme, limits: { ...acme.limits, bodyBytes: 1e15 } },
      ['limits.bodyBytes'],
    ],
    ['with an address that is none', { ...acme, baseUrl: 'javascript:alert(1)' }, ['baseUrl']],
    [
      'with a hidden character in its address',
      { ...acme, baseUrl: 'https://acme\u200b.example.com' },
      ['baseUrl'],
    ],
    ['with a password in its address', { ...acme, baseUrl: 'https://a:b@c' }, ['baseUrl']],
    ['with a line break in its name', { ...acme, name: 'a\nb' }, ['name']],
    ['with a name without end', { ...acme, name: 'x'.repeat(1_000_000) }, ['name']],
    ['with notes without end', { ...acme, notes: 'x'.repeat(1_000_000) }, ['notes']],
    [
      'with a password for its proxy',
      { ...acme, proxy: { kind: 'own', url: 'http://a:b@p', username: '' } },
      ['proxyUrl'],
    ],
    [
      'with a CA file that is none',
      { ...acme, trust: { kind: 'ca-file', fileName: 'x', pem: 'x' } },
      ['trust'],
    ],
    [
      'with a private key where a certificate stands',
      {
        ...acme,
        clientCertificate: {
          fileName: 'x',
          pem: `${certificatePem}\n-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----`,
        },
      },
      ['clientCertificate'],
    ],
  ])('that is %s cannot be added, and does not affect the others', (_, entry, paths) => {
    const [bad, good] = entriesOf(file(entry, acme));
    expect(bad?.issues.map(({ path }) => path)).toEqual(paths);
    expect(good).toEqual({ settings: acme, issues: [], unknownFields: [] });
  });

  it('keeps its settings when a limit is out of range, and says which range is allowed', () => {
    const limits = { ...acme.limits, headersMilliseconds: 0, bodyBytes: 1e15 };
    expect(entriesOf(file({ ...acme, limits }))).toEqual([
      {
        settings: { ...acme, limits },
        issues: [
          {
            path: 'limits.headersMilliseconds',
            level: 'error',
            message: 'Enter a time between 0.1 s and 10 minutes.',
          },
          {
            path: 'limits.bodyBytes',
            level: 'error',
            message: 'Enter a size between 1 KiB and 1 GiB.',
          },
        ],
        unknownFields: [],
      },
    ]);
  });

  it('does not change prototypes; its unknown fields are skipped and listed', () => {
    const text = file('HERE').replace(
      '"HERE"',
      `{"__proto__": {"readOnly": true, "polluted": 1}, "constructor": {"x": 1},
        "authToken": "canary", "${'long'.repeat(50)}": 1, "a": 1, "b": 2, "c": 3,
        ${JSON.stringify(acme).slice(1)}`,
    );
    const [entry] = entriesOf(text);
    expect(entry?.settings).toEqual(acme);
    expect(Object.getPrototypeOf(entry?.settings)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('polluted');
    expect(entry?.unknownFields).toHaveLength(5);
    expect(entry?.unknownFields).toContain('authToken');
    expect(entry?.unknownFields.every((name) => name.length <= 41)).toBe(true);
    expect(JSON.stringify(entry)).not.toContain('canary');
  });

  it('of any JSON is read without an error', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (connections) => {
        expect(entriesOf(file(...connections))).toHaveLength(connections.length);
      }),
    );
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(readConnectionFile(text).kind).toMatch(/unreadable|connections/);
      }),
    );
  });
});
