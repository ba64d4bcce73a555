import { z } from 'zod';
import { Bundle, bundleSchemaName } from './format.ts';

/**
 * The format as a JSON Schema (draft 2020-12), for editors and other programs. It ships as
 * `resources/hookdesk-bundle-1.schema.json`; a test holds the two in step.
 */
export function bundleJsonSchema(): object {
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
