import { expect, test } from 'vitest';
import { openWebhookStore } from './webhook-store.ts';

const body = { name: 'One', url: 'https://one.example/' };

test('createAll stores no webhook and uses no id if one create fails', () => {
  const store = openWebhookStore('A', null);
  function* bodies() {
    yield { ...body, http_headers: [{ http_header_key: 'X', http_header_value: '1' }] };
    throw new Error('no more');
  }
  expect(() => {
    store.createAll(bodies());
  }).toThrow('no more');
  expect(store.isEmpty()).toBe(true);
  store.create(body);
  expect(store.read(1)).toContain('One');
});

test('an empty store lists an empty JSON array', () => {
  expect(new TextDecoder().decode(openWebhookStore('B', null).list())).toBe('[]');
});
