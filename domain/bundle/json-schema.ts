import { z } from 'zod';
import { Bundle, bundleSchemaName } from './format.ts';

/** JSON Schema, draft 2020-12. A test keeps `resources/hookdesk-bundle-1.schema.json` equal to it. */
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
