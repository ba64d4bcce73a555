import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Bundle, bundleSchemaName } from './format.ts';

const file = readFileSync(new URL(`../../resources/${bundleSchemaName}`, import.meta.url), 'utf8');

test('the shipped schema equals the schema that reads files', () => {
  // To update the file: `console.log` the schema, then run Prettier.
  expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(bundleJsonSchema())));
});

test('the schema accepts bundles and refuses other files', () => {
  const isBundle = new Ajv2020().compile(bundleJsonSchema());
  const head = { format: 'hookdesk-bundle', version: '1.0' };
  expect(isBundle({ ...head, webhooks: [] })).toBe(true);
  const url = ['https://a.example/', { secret: 'pager-url' }];
  expect(isBundle({ ...head, webhooks: [{ name: 'a', url, later: 1 }], later: {} })).toBe(true);
  expect(isBundle({ ...head, webhooks: [{ name: 'a', url: [{ secret: 'Not a name' }] }] })).toBe(
    false,
  );
  expect(isBundle({ ...head, webhooks: [{}] })).toBe(false);
  expect(isBundle({ ...head, version: 1, webhooks: [] })).toBe(false);
});

/** JSON Schema, draft 2020-12. */
function bundleJsonSchema(): object {
  const { $schema, ...rest } = z.toJSONSchema(Bundle, { io: 'input', reused: 'ref' });
  return {
    $schema,
    $id: bundleSchemaName,
    title: 'Hookdesk bundle, version 1',
    description:
      'Webhook definitions that are carried between installations. Fields that are not described here are kept.',
    ...rest,
  };
}
