import { expect, test } from 'vitest';
import { openApiDocument } from './openapi-document.ts';
import type { Json } from './json-schema.ts';

/** Returns every leaf of a document with its path. */
function leaves(json: Json, path = ''): [string, Json][] {
  if (typeof json !== 'object' || json === null) return [[path, json]];
  return Object.entries(json).flatMap(([key, value]) => leaves(value, `${path}/${key}`));
}

const leavesOf = (variant: 'A' | 'B'): Map<string, Json> =>
  new Map(leaves(openApiDocument(variant, '/api', { signIn: true })));

test('the variants differ only where the interface document says', () => {
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

test('every assumption of this service has a reason', () => {
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

test('responses mark no field as required, as in the interface document', () => {
  for (const variant of ['A', 'B'] as const) {
    const paths = [...leavesOf(variant).keys()];
    expect(paths.filter((path) => path.startsWith('/components/schemas/Webhook/required'))).toEqual(
      [],
    );
  }
});
