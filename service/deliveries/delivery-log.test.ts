import { expect, test } from 'vitest';
import type { StoredWebhook } from '../webhooks/stored.ts';
import { DeliveryLog } from './delivery-log.ts';
import { maskRepeated, maskUrl, mask } from './masking.ts';

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

test('drops the oldest deliveries over the limit, and never reuses an id', () => {
  const log = new DeliveryLog(3);
  for (let index = 0; index < 5; index += 1)
    log.add({ event, webhookId: 1, webhook, values: {} }, 0);
  expect(log.list(10).map(({ id }) => id)).toEqual([5, 4, 3]);
  expect(log.read(2)).toBeNull();
  log.clear();
  log.add({ event, webhookId: 1, webhook, values: {} }, 0);
  expect(log.list(10).map(({ id }) => id)).toEqual([6]);
});

test('stores the first 64 KiB of a long payload, and its full length', () => {
  const entry = new DeliveryLog().add({ event, webhookId: 1, webhook, values: {} }, 0);
  entry.begin({ method: 'POST', url: '', headers: [], body: Buffer.alloc(100_000, 'x') });
  const { body } = entry.whole().request;
  expect([body.text.length, body.bytes, body.truncated]).toEqual([65_536, 100_000, true]);
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
