import { describe, expect, it } from 'vitest';
import { maxFileBytes, maxFolderFiles } from '#domain/bundle/bundle-limits.ts';
import { incomingFolder, looksLikeWebhooks, refusalOf } from './incoming-file.ts';

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

describe('a folder', () => {
  const fileOf = (path: string, text: string) => [path, new File([text], 'any')] as const;

  it('is joined from its own files in one order, without the other files', async () => {
    const files = [
      fileOf('webhooks/b.json', '{"name": "日本"}'),
      fileOf('.git/config.json', 'canary'),
      fileOf('README.md', 'canary'),
      fileOf('hookdesk.json', '{}'),
      fileOf('webhooks/deep/c.json', 'canary'),
    ];
    const { name, content, parts } = incomingFolder('team', new Map(files));
    expect(name).toBe('team');
    expect(parts).toEqual([
      { path: 'hookdesk.json', bytes: 2 },
      { path: 'webhooks/b.json', bytes: 18 },
    ]);
    expect(content instanceof Blob && (await content.text())).toBe('{}{"name": "日本"}');
  });

  it('with too many files or bytes is refused without being read', () => {
    const parts = Array.from({ length: maxFolderFiles + 1 }, () => ({ path: 'a', bytes: 1 }));
    const folder = { name: 'team', content: new Blob([]), parts };
    expect(refusalOf(folder)?.message).toBe(
      'The folder team cannot be opened. It has more than 50,000 files.',
    );
    const large = { ...folder, parts: [{ path: 'a', bytes: maxFileBytes + 1 }] };
    expect(refusalOf(large)?.message).toContain('It is larger than 64 MiB.');
  });
});
