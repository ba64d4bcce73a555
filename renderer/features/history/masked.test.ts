import { expect, it } from 'vitest';
import { maskedUrl } from '#domain/secrets/masked-url.ts';
import { aWebhook } from '../../shared/testing/a-webhook.ts';
import { mask } from '../../shared/secrets/masked-header.ts';
import { differencesOf } from './entry-states.ts';
import { hidesSomething, maskedDifferences, secretUrls, secretValues } from './masked.ts';

const drawn = 'k9Xv2LqPz7RtWm4Bn8YcHs1D';
const secretUrl = `https://hooks.example.com/ops?token=${drawn}`;

it('masks the secret parts of a URL and shows the rest', () => {
  expect(maskedUrl(secretUrl)).toBe(`https://hooks.example.com/ops?token=${mask}`);
  expect(maskedUrl('https://hooks.example.com/ops')).toBe('https://hooks.example.com/ops');
});

it('finds the secrets of all states and skips missing states', () => {
  const after = { ...aWebhook(), url: secretUrl };
  expect(secretValues([null, aWebhook(), after])).toEqual(['fake', 'fake']);
  expect([...secretUrls([null, aWebhook(), after])]).toEqual([[secretUrl, maskedUrl(secretUrl)]]);
});

it('masks secrets in a URL difference and does not change other fields', () => {
  const masked = maskedDifferences([
    { field: 'url', before: 'https://a.example.com/', after: secretUrl },
    { field: 'enabled', before: true, after: false },
  ]);
  expect(JSON.stringify(masked)).not.toContain(drawn);
  expect(masked[1]).toEqual({ field: 'enabled', before: true, after: false });
});

it('reports whether a difference has masked values', () => {
  const before = aWebhook();
  const [first, key] = before.headers;
  if (first === undefined || key === undefined) throw new Error('two headers');
  const hides = (after: typeof before): boolean => hidesSomething(differencesOf(before, after));
  expect(hides({ ...before, name: 'Other' })).toBe(false);
  expect(hides({ ...before, url: secretUrl })).toBe(true);
  expect(hides({ ...before, headers: [first, { ...key, value: 'new' }] })).toBe(true);
  expect(hides({ ...before, headers: [key] })).toBe(false);
  expect(hides({ ...before, headers: [first] })).toBe(true);
});
