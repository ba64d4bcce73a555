import { type AnySchema, getEventIteratorSchemaDetails, isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './index.ts';

/** A name that could stand for a secret. */
const suspicious = /token|secret|password|passphrase|credential|cookie|key(?!chain)/i;
/**
 * Names that only sound like it: tokens of templates are not auth tokens, a row's key identifies it, a bundle
 * names the secrets that were found in webhooks, without their values, and single keys are shortcuts.
 */
const harmless = new Set([
  'ownTokens',
  'key',
  'rowKey',
  'secrets',
  'containsSecrets',
  'tokens',
  'singleKeys',
]);

const Fields = z.record(z.string(), z.unknown());

/** Every property that a schema has anywhere, by its path. */
function properties(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((each) => properties(each, path));
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) => {
    if (name !== 'properties') return properties(value, path);
    return Object.entries(Fields.parse(value)).flatMap(([property, inner]) => [
      `${path}.${property}`,
      ...properties(inner, `${path}.${property}`),
    ]);
  });
}

/** The schema of what a procedure gives back, of each event where that is a stream; `null` for nothing. */
function outputOf(declared: unknown): z.ZodType | null {
  if (declared === undefined) return null;
  const schema = z.custom<AnySchema>().parse(declared);
  const given = getEventIteratorSchemaDetails(schema)?.yields ?? schema;
  if (given instanceof z.ZodType) return given;
  throw new Error('The output is neither a zod schema nor a stream of one.');
}

const outputs = Object.entries(contract).flatMap(([group, members]) =>
  Object.entries(members).map(([name, member]): [string, z.ZodType | null] => {
    if (!isContractProcedure(member)) throw new Error(`${group}.${name} is no procedure.`);
    return [`${group}.${name}`, outputOf(member['~orpc'].outputSchema)];
  }),
);

it.each(outputs)('%s gives back nothing that is named like a secret', (path, output) => {
  if (output === null) return;
  const schema = z.toJSONSchema(output, { unrepresentable: 'any', io: 'output' });
  const named = properties(schema, path).filter((property) => {
    const last = property.split('.').at(-1) ?? '';
    return suspicious.test(last) && !harmless.has(last);
  });
  expect(named).toEqual([]);
});

it('looks into what it checks', () => {
  const output = outputs.find(([path]) => path === 'webhooks.list')?.[1];
  expect(properties(z.toJSONSchema(output ?? z.never(), { unrepresentable: 'any' }), '')).toContain(
    '.rows.severities.low',
  );
});
