import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { results } from './results.ts';

const name = 'hookdesk-command-line-1.schema.json';
const file = new URL(`../../../resources/${name}`, import.meta.url);

it('prints JSON of the documented schemas', () => {
  // Scripts of users rely on them: add members, and change or remove none.
  const schemas = Object.entries(results).map(([each, schema]) => {
    const { $schema, ...bare } = z.toJSONSchema(schema);
    expect($schema).toContain('2020-12');
    return [each, bare];
  });
  const documented = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: name,
    title: 'Results of the command line with --json',
    $defs: Object.fromEntries(schemas) as unknown,
  };
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(JSON.stringify(documented)));
});
