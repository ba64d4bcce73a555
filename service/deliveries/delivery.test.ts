import { expect, test } from 'vitest';
import type { StoredWebhook } from '../webhooks/stored-webhook.ts';
import { finished, newDelivery, outboundOf } from './delivery.ts';
import { maskRepeated, maskUrl, mask } from './mask-credentials.ts';

const webhook: StoredWebhook = {
  name: 'n',
  url: 'http://x/',
  enabled: true,
  method: 'POST',
  http_headers: [],
  payload_template: '',
  low_alert: true,
  med_alert: true,
  high_alert: true,
  cleared_alert: true,
};
const event = { id: 1, kind: 'alert', state: 'LOW', raisedAt: '', rules: 'plain' } as const;

test('stores the first 64 KiB of a long payload, and its full length', () => {
  const long = { ...webhook, payload_template: 'x'.repeat(100_000) };
  const { record, pending } = newDelivery(event, {}, { id: 1, webhook: long }, 'key');
  const outcome = { kind: 'none', code: 'failed', message: '' } as const;
  const times = { startedAt: 0, milliseconds: 1 };
  const { body } = finished(record, outcome, outboundOf(pending, event), times).request;
  expect([body.text.length, body.bytes, body.truncated]).toEqual([65_536, 100_000, true]);
});

test('adds the idempotency key, unless the webhook has one', () => {
  const own = { http_header_id: 7, http_header_key: 'idempotency-KEY', http_header_value: 'own' };
  const keysOf = (headers: StoredWebhook['http_headers']): string[] =>
    newDelivery(
      event,
      {},
      { id: 1, webhook: { ...webhook, http_headers: headers } },
      'ours',
    ).pending.webhook.http_headers.map(({ http_header_value: value }) => value);
  expect(keysOf([])).toEqual(['ours']);
  expect(keysOf([own])).toEqual(['own']);
});

test.each([
  ['https://a.example/x', 'https://a.example/x'],
  ['https://a.example/x?a=1&b=2#c', `https://a.example/x?a=${mask}&b=${mask}`],
  ['https://u:p@a.example:8443/', `https://${mask}@a.example:8443/`],
  ['https://a.example/x?secret', `https://a.example/x?${mask}`],
  ['https://a.example/x?a=1=2&secret&&=b', `https://a.example/x?a=${mask}&${mask}&&=${mask}`],
  ['no url?token=secret', `no url?${mask}`],
  ['no url#token=secret', 'no url'],
  ['//u:p@a.example', '//a.example'],
])('%s is logged as %s', (url, masked) => {
  expect(maskUrl(url)).toBe(masked);
});

test('masks a secret that contains another secret as a whole', () => {
  const header = (http_header_key: string, http_header_value: string) => ({
    http_header_key,
    http_header_value,
  });
  const headers = [
    header('X-A', 'secret'),
    header('X-B', 'secret-and-more'),
    header('Accept', 'text/plain'),
  ];
  expect(maskRepeated('got secret-and-more, secret, text/plain', { url: '/', headers })).toBe(
    `got ${mask}, ${mask}, text/plain`,
  );
});
