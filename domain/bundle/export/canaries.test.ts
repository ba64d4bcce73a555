import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VariantId } from '../../webhook/variant.ts';
import type { Webhook } from '../../webhook/webhook.ts';
import { printedDefinition } from '../portable-webhook.ts';
import { exported, lifeLike, readable, sourceOf } from '../testing/bundles.ts';
import { plainTexts } from './plain-texts.ts';
import { rawArray } from './raw-array.ts';
import { rawWriter } from '../testing/raw-codec.ts';
import { scanBundle } from './scan-bundle.ts';
import { findExportSecrets } from './find-export-secrets.ts';
import { webhookCsv } from './webhook-csv.ts';

/** Random texts that look like real keys, most with a typical prefix. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const drawn = (characters: string, length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...characters.split('')), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const canary = fc.oneof(
  fc.uuid(),
  drawn('0123456789abcdef', 32),
  drawn(alphabet, 32).map((text) => `7a${text}`),
  drawn(alphabet, 36).map((text) => `xoxb-${text}`),
  drawn(alphabet, 36).map((text) => `ghp_${text}`),
  drawn(`${alphabet}_-`, 40).map((text) => `eyJhbGciOiJI.${text}.${text}`),
  drawn('ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', 16).map((text) => `AKIA${text}`),
);

/** Places of a webhook that can hold a secret: a title, and a function that inserts it. */
const places: readonly [string, (webhook: Webhook, secret: string) => Webhook][] = [
  ...['X-Team', 'Content-Type', 'X-Forwarded-For', 'Accept'].map(
    (name): [string, (webhook: Webhook, secret: string) => Webhook] => [
      `the header ${name}`,
      (webhook, secret) => ({ ...webhook, headers: [{ id: 1, name, value: `team=${secret}; a` }] }),
    ],
  ),
  ...['Authorization', 'X-Api-Key', 'cookie'].map(
    (name): [string, (webhook: Webhook, secret: string) => Webhook] => [
      `the header ${name}`,
      (webhook, secret) => ({ ...webhook, headers: [{ id: 1, name, value: `Bearer ${secret}` }] }),
    ],
  ),
  [
    'every header',
    (webhook, secret) => ({
      ...webhook,
      headers: webhook.headers.map((one) => ({ ...one, value: secret })),
    }),
  ],
  ...[
    'https://S@a.example/',
    'https://user:S@a.example/',
    'https://a.example/in/S',
    'https://a.example/S/in?x=y',
    'https://a.example/?S',
    'https://a.example/?x=S&y=z',
    'https://a.example/?S=x',
    'https://a.example/#S',
    'https://a.example/#access=S&b',
    'https://S.a.example/',
    'https://hooks.slack.com/services/T0/B0/S',
    'https://contoso.webhook.office.com/webhookb2/a@b/IncomingWebhook/S/d',
    'https://discord.com/api/webhooks/1/S',
    'https://events.pagerduty.com/integration/S/enqueue',
    'https://api.opsgenie.com/v1/json/integrations/webhooks/x?apiKey=S',
    String.raw`https:\\user:S@a.example\x`,
    'a.example/S',
  ].map((url): [string, (webhook: Webhook, secret: string) => Webhook] => [
    `the URL ${url}`,
    (webhook, secret) => ({ ...webhook, url: url.replace('S', secret) }),
  ]),
  ...[
    '{"routing_key": "S", "text": "%AlertName%"}',
    "{'token': 'S'}",
    '{"text": "call https://a.example/?x=S now"}',
    '{"nested": {"deep": [1, "before S after"]}}',
    '<a b="S"/>',
    'token=S&text=%AlertName%',
    '%AlertName%S%AlertID%',
    'S',
  ].map((template): [string, (webhook: Webhook, secret: string) => Webhook] => [
    `the payload ${template}`,
    (webhook, secret) => ({ ...webhook, payloadTemplate: template.replace('S', secret) }),
  ]),
  [
    'the end of the template',
    (webhook, secret) => ({ ...webhook, payloadTemplate: `${webhook.payloadTemplate} ${secret}` }),
  ],
];

/** Short secrets, detectable only by their place or by their mix of characters. */
const shortCanary = fc.oneof(
  drawn('0123456789', 4).map((text) => `90${text}`),
  drawn('abcdefghijkm', 6).map((text) => `q${text}z`),
  fc
    .tuple(drawn('ABCDEF', 4), drawn('0123456789', 4), drawn('uvwxyz', 4))
    .map((parts) =>
      [0, 1, 2, 3].map((at) => parts.map((part) => part.charAt(at)).join('')).join(''),
    ),
);

const namedPlaces: readonly [string, (webhook: Webhook, secret: string) => Webhook][] = [
  ...['X-Pass', 'X-Passwd', 'X-Pin', 'X-Passphrase', 'X-Otp', 'apiKey', 'X-Account-Key'].map(
    (name): [string, (webhook: Webhook, secret: string) => Webhook] => [
      `the header ${name}`,
      (webhook, secret) => ({ ...webhook, headers: [{ id: 1, name, value: secret }] }),
    ],
  ),
  ...[
    '{"pass": "S"}',
    '{"pin": S_, "text": "%AlertName%"}',
    String.raw`{"text": "{\"passwd\": \"S\"}"}`,
    '<auth password="S" user="ops"/>',
    '<passphrase>S</passphrase>',
    'passphrase: S',
    'passphrase: three blind S',
    'user=ops&pwd=S&text=a',
    'AccountName=ops;AccountKey=S;a=b',
    '{"text": "curl -H \'X-Api-Key: S\' now"}',
    'Authorization: Bearer S',
    'amqp://ops:S@a.example/vhost',
  ].map((template): [string, (webhook: Webhook, secret: string) => Webhook] => [
    `the payload ${template}`,
    (webhook, secret) => ({
      ...webhook,
      payloadTemplate: template
        .replace('S_', /^\d+$/.test(secret) ? secret : `"${secret}"`)
        .replace('S', secret),
    }),
  ]),
  ...['https://a.example/?pin=S', 'https://a.example/?passphrase=S&x=y'].map(
    (url): [string, (webhook: Webhook, secret: string) => Webhook] => [
      `the URL ${url}`,
      (webhook, secret) => ({ ...webhook, url: url.replace('S', secret) }),
    ],
  ),
];

/** Secrets of 8 and more characters that no rule has to detect. */
const anyCanary = fc.oneof(
  canary,
  fc.integer({ min: 8, max: 40 }).chain((length) => drawn('abcdefghijklmnopqrstuvwxyz', length)),
  fc.integer({ min: 8, max: 40 }).chain((length) => drawn(alphabet, length)),
  fc.integer({ min: 8, max: 40 }).chain((length) => drawn('0123456789', length)),
  fc.integer({ min: 8, max: 40 }).chain((length) => drawn('0123456789abcdef', length)),
  fc
    .integer({ min: 8, max: 40 })
    .chain((length) => drawn(`${alphabet}+/=~_-.#$*@^|`, length))
    .map((text) => `a${text}z`),
  fc
    .array(fc.constantFrom('correct', 'horse', 'battery', 'staple'), { minLength: 3, maxLength: 5 })
    .map((words) => words.join('-')),
);

/** Headers and payloads in which nothing marks a text as a secret. */
const anyPlaces: readonly [string, (webhook: Webhook, secret: string) => Webhook][] = [
  ...['X-Team', 'X-Request-Id', 'Accept', 'User-Agent', 'Via', 'X-Version'].flatMap((name) =>
    ['S', 'S; q=0.5', 'ops S night', 'a=S'].map(
      (value): [string, (webhook: Webhook, secret: string) => Webhook] => [
        `the header ${name}: ${value}`,
        (webhook, secret) => ({
          ...webhook,
          headers: [...webhook.headers, { id: 9, name, value: value.replace('S', () => secret) }],
        }),
      ],
    ),
  ),
  ...[
    'S',
    '{"text": "say S to enter, %AlertName%"}',
    '{"list": ["S", "%AlertName%"]}',
    '<note kind="S">%AlertName%</note>',
    '<note>S</note>',
    'Dear S, %AlertName% was raised (S).',
    '%AlertName% S %AlertID%',
  ].map((template): [string, (webhook: Webhook, secret: string) => Webhook] => [
    `the payload ${template}`,
    (webhook, secret) => ({ ...webhook, payloadTemplate: template.replaceAll('S', () => secret) }),
  ]),
];

const shapes: Record<VariantId, Webhook[]> = { A: lifeLike('A', 40), B: lifeLike('B', 40) };

describe('an export', () => {
  it.each(places)('removes a secret from %s', (_place, put) => {
    const variant = fc.constantFrom<VariantId>('A', 'B');
    fc.assert(
      fc.property(variant, fc.nat({ max: 39 }), canary, (id, nth, secret) => {
        const webhook = put(shapes[id].at(nth) ?? fail(), secret);
        fc.pre(JSON.stringify(webhook).includes(secret));
        const { text, secrets } = exported([sourceOf(id, [webhook])]);
        expect(text).not.toContain(secret);
        expect(text).toContain('"containsSecrets": false');
        expect(scanBundle([text], secrets, new Set())).toEqual([]);
        expect(secrets.some(({ value }) => value.includes(secret))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it.each(namedPlaces)('removes a short secret from %s', (_place, put) => {
    const variant = fc.constantFrom<VariantId>('A', 'B');
    fc.assert(
      fc.property(variant, fc.nat({ max: 39 }), shortCanary, (id, nth, secret) => {
        const webhook = put(shapes[id].at(nth) ?? fail(), secret);
        const { text, secrets } = exported([sourceOf(id, [webhook])]);
        expect(secrets.some(({ value }) => value.includes(secret))).toBe(true);
        expect(text).not.toContain(secret);
      }),
      { numRuns: 25 },
    );
  });

  it.each(['X-Team', 'X-Channel', 'X-Odd'])(
    'removes a short random secret from the header %s',
    (name) => {
      const random = fc.tuple(drawn('ABCDEF', 4), drawn('0123456789', 4), drawn('uvwxyz', 4));
      fc.assert(
        fc.property(random, (parts) => {
          const value = [0, 1, 2, 3]
            .map((at) => parts.map((part) => part.charAt(at)).join(''))
            .join('');
          const [webhook = fail()] = shapes.B;
          const { text } = exported([
            sourceOf('B', [{ ...webhook, headers: [{ id: 1, name, value }] }]),
          ]);
          expect(text).not.toContain(value);
        }),
      );
    },
  );

  it.each([
    ['X-Team', 'dba-night-2'],
    ['X-User', 'anna.smith17'],
    ['X-Host', 'db01.prod.example.com'],
    ['X-Channel', 'T0123ABC'],
    ['X-Ticket', 'INC0012345'],
    ['X-Region', 'eu-west-1a'],
    ['X-Cluster', 'postgres16-prod'],
    ['User-Agent', 'Mozilla/5.0 X11'],
    ['Accept', 'application/vnd.pagerduty+json;version=2'],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Since', '2025-03-14T02:17:43Z'],
  ])('does not treat %s: %s as a secret', (name, value) => {
    const [webhook = fail()] = shapes.B;
    const plain = { ...webhook, url: 'https://a.example/', payloadTemplate: '' };
    const { secrets } = exported([
      sourceOf('B', [{ ...plain, headers: [{ id: 1, name, value }] }]),
    ]);
    expect(secrets).toEqual([]);
  });

  it.each([...places, ...namedPlaces, ...anyPlaces])(
    'lists each secret that it does not remove from %s',
    (place, put) => {
      const unlisted: string[] = [];
      const variant = fc.constantFrom<VariantId>('A', 'B');
      fc.assert(
        fc.property(variant, fc.nat({ max: 39 }), anyCanary, (id, nth, text) => {
          const secret = place.startsWith('the URL') ? encodeURIComponent(text) : text;
          const webhook = put(shapes[id].at(nth) ?? fail(), secret);
          const sources = [sourceOf(id, [webhook])];
          if (!exported(sources).text.includes(JSON.stringify(secret).slice(1, -1))) return;
          const texts = plainTexts(findExportSecrets(sources));
          if (!texts.some((one) => one.text.includes(secret))) unlisted.push(secret);
        }),
        { numRuns: 60 },
      );
      expect(unlisted).toEqual([]);
    },
  );

  it('removes the secrets of realistic webhooks in every format', () => {
    // Every secret of these webhooks contains `fake` or its Base64.
    const key = /fake.?[0-9a-f]{6}|ZmFrZ/i;
    const { text, secrets } = exported([sourceOf('B', lifeLike('B', 300))]);
    expect(secrets.filter(({ value }) => key.test(value)).length).toBeGreaterThan(50);
    expect(text).not.toMatch(key);
    expect(scanBundle([text], secrets, new Set())).toEqual([]);
    const webhooks = readable(text).rows.flatMap(({ content }) =>
      content.kind === 'webhook' ? [content.webhook] : [],
    );
    expect(webhooks).toHaveLength(300);
    expect([...webhookCsv(webhooks)].join('')).not.toMatch(key);
    expect([...rawArray(webhooks, 'B', rawWriter)].join('')).not.toMatch(key);
    expect(webhooks.map(printedDefinition).every(({ url }) => !key.test(url))).toBe(true);
  });
});

function fail(): never {
  throw new Error('There is no such webhook.');
}
