import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seedWebhooks } from '../../service/seeds/seed-webhooks.ts';
import type { DeliveryRequest } from './delivery-request.ts';
import { maskReceivedHead, maskReceivedPath, maskRequest } from './mask-request.ts';
import { mask } from '../secrets/masking.ts';
import { bodySpans } from '../secrets/body-spans.ts';
import { headerSpans } from '../secrets/header-spans.ts';
import { textOf } from '../secrets/span.ts';
import { urlSpans } from '../secrets/url-spans.ts';

const request = (changes: Partial<DeliveryRequest>): DeliveryRequest => ({
  method: 'POST',
  url: 'https://a.example/hook',
  headers: [],
  body: '',
  ...changes,
});

describe('a URL', () => {
  const s = mask;
  const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';
  test.each([
    ['https://a.example/hook?room=ops#part', 'https://a.example/hook?room=ops#part'],
    ['https://user:pass@a.example:8443/', `https://${s}@a.example:8443/`],
    ['https://user:p@ss@a.example/', `https://${s}@a.example/`],
    ['https://:pass@a.example/', `https://${s}@a.example/`],
    ['https://hooks.slack.com/services/T0/B0/abc', `https://hooks.slack.com/services/${s}`],
    [
      'https://HOOKS.slack.com:443/triggers/E/1/x?a=b',
      `https://HOOKS.slack.com:443/triggers/${s}?a=b`,
    ],
    [
      'https://hooks.slack.com.example/services/T0/B0/abc',
      'https://hooks.slack.com.example/services/T0/B0/abc',
    ],
    ['https://discord.com/api/webhooks/123/abc-_x', `https://discord.com/api/webhooks/123/${s}`],
    [
      'https://ptb.discord.com/api/v10/webhooks/1/ab/slack',
      `https://ptb.discord.com/api/v10/webhooks/1/${s}/slack`,
    ],
    [
      'https://contoso.webhook.office.com/webhookb2/a@b/IncomingWebhook/c/d',
      `https://contoso.webhook.office.com/webhookb2/${s}`,
    ],
    [
      'https://outlook.office.com/webhook/a/IncomingWebhook/c',
      `https://outlook.office.com/webhook/${s}`,
    ],
    [
      'https://x.logic.azure.com/workflows/abc/run?api-version=1&sig=abc',
      `https://x.logic.azure.com/workflows/abc/run?api-version=1&sig=${s}`,
    ],
    [
      'https://chat.googleapis.com/v1/spaces/A/messages?key=k&token=t',
      `https://chat.googleapis.com/v1/spaces/A/messages?key=${s}&token=${s}`,
    ],
    [
      'https://events.pagerduty.com/integration/abc/enqueue',
      `https://events.pagerduty.com/integration/${s}/enqueue`,
    ],
    ['https://events.pagerduty.com/v2/enqueue', 'https://events.pagerduty.com/v2/enqueue'],
    ['https://api.telegram.org/bot1:a/sendMessage', `https://api.telegram.org/bot${s}/sendMessage`],
    [
      'https://maker.ifttt.com/trigger/alert/with/key/abc',
      `https://maker.ifttt.com/trigger/alert/with/key/${s}`,
    ],
    ['https://hooks.zapier.com/hooks/catch/1/abc/', `https://hooks.zapier.com/hooks/catch/${s}`],
    [
      'https://webexapis.com/v1/webhooks/incoming/abc',
      `https://webexapis.com/v1/webhooks/incoming/${s}`,
    ],
    [
      'https://alert.victorops.com/integrations/generic/1/alert/abc/db',
      `https://alert.victorops.com/integrations/generic/1/alert/${s}`,
    ],
    ['https://webhook.site/abc', `https://webhook.site/${s}`],
    ['https://webhook.site/', 'https://webhook.site/'],
    [
      'http://chat.internal:8065/hooks/xyz1234567890abcdefghijklm',
      `http://chat.internal:8065/hooks/${s}`,
    ],
    [`https://a.example/in/${uuid}/go`, `https://a.example/in/${s}/go`],
    [
      'https://a.example/?api_key=a&apikey=b&key=&monkey=d',
      `https://a.example/?api_key=${s}&apikey=${s}&key=&monkey=d`,
    ],
    ['https://a.example/?x=0123456789abcdef0', `https://a.example/?x=${s}`],
    ['https://a.example/?0123456789abcdef0', `https://a.example/?${s}`],
    [
      'https://a.example/incoming-webhooks/production/postgres-v16/',
      'https://a.example/incoming-webhooks/production/postgres-v16/',
    ],
    [String.raw`https:\\user:pass@a.example\x`, `https://${s}@a.example/x`],
    [' https://user:pass@a.example/', `https://${s}@a.example/`],
    ['//user:pass@a.example?token=t', `//${s}@a.example?token=${s}`],
    ['', ''],
  ])('%s is shown as %s', (url, shown) => {
    expect(maskRequest(request({ url })).url).toBe(shown);
  });
});

describe('a header', () => {
  test.each([
    ['Authorization', 'Bearer abc', 'Bearer ••••••••'],
    ['authorization', 'Basic  YWJj', 'Basic  ••••••••'],
    ['Authorization', 'GenieKey abc-def', 'GenieKey ••••••••'],
    ['Authorization', 'my own secret', '••••••••'],
    ['X-Auth-Token', 'Bearer abc', '••••••••'],
    ['X-Routing-Key', 'abc', '••••••••'],
    ['X-Api-Key', '', ''],
    ['Content-Type', 'application/json', 'application/json'],
    ['X-Team', 'ops', 'ops'],
  ])('%s: %s is shown as %s', (name, value, shown) => {
    expect(maskRequest(request({ headers: [{ name, value }] })).headers).toEqual([
      { name, value: shown },
    ]);
  });
});

describe('a payload', () => {
  test.each([
    ['{"routing_key": "abc", "dedup_key": "x"}', '{"routing_key": "••••••••", "dedup_key": "x"}'],
    [String.raw`{"apiKey":"a\"b","token":""}`, '{"apiKey":"••••••••","token":""}'],
    ["{'token': 'it', 'text': 'token'}", "{'token': '••••••••', 'text': 'token'}"],
    ['{"Access_Token"\n:\t"abc"}', '{"Access_Token"\n:\t"••••••••"}'],
    ['{"project": {"key": "OPS"}, "tokens": "2"}', '{"project": {"key": "OPS"}, "tokens": "2"}'],
    ['token=abc&user=u&message=a', 'token=••••••••&user=u&message=a'],
    ['text=mytoken=abc', 'text=mytoken=abc'],
    ['{"password": "never ends', '{"password": "••••••••'],
    ['the token is gone', 'the token is gone'],
  ])('%j is shown as %j', (body, shown) => {
    expect(maskRequest(request({ body })).body).toBe(shown);
  });

  test.each([
    ['names', '"token'.repeat(200_000)],
    ['names and colons', '"token":'.repeat(130_000)],
    ['a value that never ends', `"token": "${'\\"'.repeat(500_000)}`],
    ['spaces', `"token"${' '.repeat(1_000_000)}`],
    ['fields', '&token=a'.repeat(130_000)],
  ])('of %s is masked quickly', (_title, body) => {
    expect(textOf(bodySpans(body)) === body).toBe(true);
  });
});

test('the spans of any text join to the same text', () => {
  const piece = fc.constantFrom(
    '/',
    '?',
    '#',
    '&',
    '=',
    '@',
    ':',
    '"',
    "'",
    'token',
    'key',
    'a',
    '',
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
  );
  fc.assert(
    fc.property(text, (value) => {
      expect(textOf(bodySpans(value))).toBe(value);
      expect(textOf(headerSpans({ name: 'Authorization', value }))).toBe(value);
      if (!/[\s\\\p{Cc}]/u.test(value)) {
        expect(textOf(urlSpans(`https://a.example/${value}`))).toBe(`https://a.example/${value}`);
      }
      urlSpans(value);
    }),
    { numRuns: 5_000 },
  );
});

test('masks every key of realistic webhooks', () => {
  // Every secret of these webhooks contains `fake` or its Base64.
  const key = /fake.?[0-9a-f]{6}|ZmFrZ/i;
  const requests = [...seedWebhooks('B', 200)].map((seed) => ({
    method: 'POST',
    url: seed.url,
    headers: (seed.http_headers ?? []).map((header) => ({
      name: header.http_header_key,
      value: header.http_header_value,
    })),
    body: seed.payload_template ?? '',
  }));
  expect(requests.filter((one) => key.test(JSON.stringify(one))).length).toBeGreaterThan(50);
  for (const one of requests) expect(JSON.stringify(maskRequest(one))).not.toMatch(key);
});

describe('a received request', () => {
  const slack = 'https://hooks.slack.com';

  test('has masks for secrets in its request line and headers, and no other change', () => {
    const head =
      'POST /services/T024BE7LD/B4XQ2/kZp9Qw3rT7yU1iO5 HTTP/1.1\r\n' +
      'Host: 127.0.0.1:8080\r\nX-Api-Key:  fake-key\r\nAuthorization: Bearer abc\r\n\r\n';
    expect(maskReceivedHead(head, slack)).toBe(
      'POST /services/•••••••• HTTP/1.1\r\n' +
        'Host: 127.0.0.1:8080\r\nX-Api-Key:  ••••••••\r\nAuthorization: Bearer ••••••••\r\n\r\n',
    );
  });

  test.each([
    ['', ''],
    ['not http', 'not http'],
    ['GET * HTTP/1.1\n', 'GET * HTTP/1.1\n'],
  ])('%j is shown as %j', (head, shown) => {
    expect(maskReceivedHead(head, slack)).toBe(shown);
  });

  test('has masks for secrets in its path', () => {
    expect(maskReceivedPath('/x?token=abc&team=dba', 'https://a.example')).toBe(
      '/x?token=••••••••&team=dba',
    );
  });
});
