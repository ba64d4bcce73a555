import { describe, expect, it } from 'vitest';
import { emptyDefinition, type WebhookDefinition } from '../../webhook/webhook.ts';
import { exported, held, readable, sourceOf } from '../testing/bundles.ts';
import { scanBundle } from './scan-bundle.ts';

const pager: WebhookDefinition = {
  ...emptyDefinition('B'),
  name: 'Pager (night)',
  url: 'https://hooks.slack.com/services/T0/B0/slack-secret',
  headers: [
    { id: 3, name: 'X-Api-Key', value: 'one-key-for-all' },
    { id: 2, name: 'Content-Type', value: 'application/json' },
  ],
  payloadTemplate: '{\n  "text": "%AlertName%",\n  "team": "%Team%"\n}',
  payloadType: 'JOB',
};
const old: WebhookDefinition = {
  ...pager,
  name: 'Old',
  method: 'PATCH',
  url: 'https://a.example/?key=one-key-for-all',
  headers: [],
  payloadTemplate: 'one-key-for-all',
  payloadType: null,
};
const ownTokens = [
  { name: 'Team', meaning: 'Who is on call.', sample: 'dba' },
  { name: 'NotUsed', meaning: '', sample: '' },
];

it('is a file that people can read and compare', () => {
  const source = sourceOf('B', held([pager, old]), {
    ownTokens,
    sampleEdits: { HIGH: { AlertName: 'Disk full', AlertID: '7' } },
  });
  expect(exported([source]).text).toMatchSnapshot();
});

describe('the secrets of an export', () => {
  const source = sourceOf('B', held([pager, old]));
  const { secrets } = exported([source]);

  it('have stable names and list their uses', () => {
    expect(
      secrets.map(({ name, uses }) => [name, uses.map(({ key, place }) => [key, place])]),
    ).toEqual([
      [
        'old-url',
        [
          ['old', 'url'],
          ['pager-night', 'headers.0.value'],
        ],
      ],
      ['pager-night-url', [['pager-night', 'url']]],
    ]);
  });

  it('stay in the file only if the user keeps them, and the file says so', () => {
    const keep = new Set(['pager-night-url']);
    const { text } = exported([source], keep);
    expect(text).toContain('"containsSecrets": true');
    expect(text).toContain('T0/B0/slack-secret');
    expect(text).not.toContain('one-key-for-all');
    expect(scanBundle([text], secrets, keep)).toEqual([]);
  });
});

it('removes a value that a person marked as secret', () => {
  const sources = [sourceOf('B', held([pager]))];
  const takeOut = new Set(['pager-night/headers.1.value']);
  const { text, secrets } = exported(sources, new Set(), takeOut);
  const [row] = readable(text).rows;
  expect(row?.content.kind === 'webhook' && row.content.webhook.headers[1]).toEqual({
    name: 'Content-Type',
    value: [{ secret: 'pager-night-content-type' }],
  });
  expect(secrets.map(({ value }) => value)).toContain('application/json');
});

describe('the scan of a written file', () => {
  const source = sourceOf('B', held([pager, old]));
  const { text, secrets } = exported([source]);

  it.each([
    ['in a template', '%AlertName%', 'the payload of “Pager (night)”'],
    ['in a name', 'Pager (night)', 'the name of “one-key-for-all”'],
    ['for an installation', '"acme"', 'the name of the installation one-key-for-all'],
  ])('finds a known secret %s', (_where, what, where) => {
    const by = what.startsWith('"') ? '"one-key-for-all"' : 'one-key-for-all';
    const leaks = scanBundle([text.replaceAll(what, by)], secrets, new Set());
    expect(leaks.map((leak) => leak.where)).toContain(where);
    expect(leaks.filter((leak) => leak.at === undefined).map((leak) => leak.where)).toEqual(
      leaks.map((leak) => leak.where).filter((one) => one.startsWith('the name')),
    );
    expect(JSON.stringify(leaks.map(({ message }) => message))).not.toContain('one-key');
  });

  it('finds a text that looks like a secret and was not detected before', () => {
    const leaks = scanBundle(
      [text.replace('%AlertName%', `ghp_${'a1'.repeat(12)}`)],
      secrets,
      new Set(),
    );
    const at = { key: 'pager-night', place: 'payloadTemplate' };
    expect(leaks).toEqual([
      { where: 'the payload of “Pager (night)”', message: 'This looks like a secret.', at },
    ]);
  });
});

it('omits and lists webhooks with lone surrogates', () => {
  const broken = { ...pager, name: 'Half \ud83d', payloadTemplate: '' };
  const { text, leftOut } = exported([sourceOf('B', held([broken, old]))]);
  expect(readable(text).rows.map(({ key }) => key)).toEqual(['old']);
  expect(leftOut).toEqual(['Half \ufffd']);
});

it('writes several installations with their ids, and addresses only on request', () => {
  const first = sourceOf('B', held([pager], 7));
  const second = sourceOf('A', held([{ ...old, payloadType: null }], 9), {
    installation: {
      name: 'other',
      variant: 'A',
      fingerprint: 'f2',
      address: 'https://pem.example',
    },
  });
  const reading = readable(exported([first, second]).text);
  expect(reading.rows.map(({ key, origin }) => [key, origin])).toEqual([
    [
      'old',
      { installation: 'other', variant: 'A', fingerprint: 'f2', connection: null, formerId: 9 },
    ],
    [
      'pager-night',
      { installation: 'acme', variant: 'B', fingerprint: 'f1', connection: null, formerId: 7 },
    ],
  ]);
  expect(
    reading.kind === 'bundle' && reading.bundle.sources?.map(({ address }) => address),
  ).toEqual([undefined, 'https://pem.example']);
});

it('omits fields that the installation did not report', () => {
  const unreported = ['enabled', 'severities.low'];
  const webhooks = held([pager]).map((one) => ({ ...one, unreported }));
  const [row] = readable(exported([sourceOf('B', webhooks)]).text).rows;
  expect(row?.content.kind === 'webhook' && row.content.webhook.missing).toEqual(unreported);
});
