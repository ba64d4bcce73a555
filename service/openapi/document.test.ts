import { expect, test } from 'vitest';
import { openApiDocument } from './document.ts';
import type { Json } from './json-schema.ts';

/** Every leaf of a document by its path. */
function leaves(json: Json, path = ''): [string, Json][] {
  if (typeof json !== 'object' || json === null) return [[path, json]];
  return Object.entries(json).flatMap(([key, value]) => leaves(value, `${path}/${key}`));
}

const leavesOf = (variant: 'A' | 'B'): Map<string, Json> =>
  new Map(leaves(openApiDocument(variant, '/api', { signIn: true })));

test('the variants differ where the interface document says, and nowhere else', () => {
  const a = leavesOf('A');
  const b = leavesOf('B');
  const differing = [...new Set([...a.keys(), ...b.keys()])].filter(
    (path) => a.get(path) !== b.get(path) && !path.endsWith('/description'),
  );
  const places = differing.map((path) =>
    path
      .replace('/components/schemas', '')
      .replace('/properties', '')
      .replace(/\/(type|x-assumption|default|enum\/\d)$/, ''),
  );
  expect([...new Set(places)].sort()).toEqual([
    '/Webhook/method',
    '/Webhook/payload_type',
    '/WebhookPostData/method',
    '/WebhookPostData/payload_type',
    '/WebhookPutData/id',
    '/WebhookPutData/method',
    '/WebhookPutHTTPHeaders/payload_type',
    '/info/title',
    '/info/version',
    '/servers/0',
  ]);
});

test('what is ours is marked', () => {
  for (const variant of ['A', 'B'] as const) {
    const marked = [...leavesOf(variant)].filter(([path]) => path.endsWith('/x-assumption'));
    for (const [, reason] of marked) expect(reason).toEqual(expect.stringMatching(/^[A-Z].*\.$/));
    const places = marked.map(([path]) => path.replace('/x-assumption', ''));
    expect(places).toEqual(
      expect.arrayContaining([
        '/components/securitySchemes/authToken',
        '/components/schemas/WebhookPostData',
        '/components/schemas/WebhookPostData/properties/enabled',
        '/components/schemas/WebhookPutData',
        '/components/schemas/WebhookPutHTTPHeaders',
        '/components/schemas/Problem',
        '/components/responses/Unauthorized',
      ]),
    );
  }
});

test('responses mark no field as required, as the interface document has it', () => {
  for (const variant of ['A', 'B'] as const) {
    const paths = [...leavesOf(variant).keys()];
    expect(paths.filter((path) => path.startsWith('/components/schemas/Webhook/required'))).toEqual(
      [],
    );
  }
});
