import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Bundle, bundleSchemaName } from './format.ts';

const file = readFileSync(new URL(`../../resources/${bundleSchemaName}`, import.meta.url), 'utf8');

test('the schema that ships is the one that files are read with', () => {
  // To write it anew: `console.log` this and run Prettier on the file.
  expect(JSON.parse(file)).toEqual(JSON.parse(JSON.stringify(bundleJsonSchema())));
});

test('other programs can tell by it what is a bundle and what is none', () => {
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
