import { expect, it } from 'vitest';
import { maxFileBytes } from '#domain/bundle/limits.ts';
import { looksLikeWebhooks, refusalOf } from './incoming-file.ts';

it.each([
  ['{"format": "hookdesk-bundle"}', true],
  ['  \n[\n  { "id": 1 } ]\n', true],
  ['HTTP/1.1 200 OK\r\n\r\n[]', true],
  ['-----BEGIN AGE ENCRYPTED FILE-----\nYWdl', true],
  ['[]', true],
  ['{name}', false],
  ['[note] call acme]', false],
  ['{"cut": "off', false],
  ['https://hooks.example.com/{id}', false],
  ['', false],
])('%j: %s', (text, expected) => {
  expect(looksLikeWebhooks(text)).toBe(expected);
});

it('a file above the size limit is refused without being read', () => {
  const ofSize = (bytes: number) => Object.defineProperty(new Blob([]), 'size', { value: bytes });
  const large = { name: 'dump.json', content: ofSize(maxFileBytes + 1) };
  expect(refusalOf(large)?.message).toBe('dump.json has 65 MiB; Hookdesk reads at most 64 MiB.');
  expect(refusalOf({ ...large, content: ofSize(maxFileBytes) })).toBeNull();
});
