import { type AnySchema, getEventIteratorSchemaDetails, isContractProcedure } from '@orpc/contract';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from './index.ts';

/** Matches names that could contain a secret. */
const suspicious = /token|secret|password|passphrase|credential|cookie|key(?!chain)/i;
/**
 * Harmless names: tokens of templates are not auth tokens, a row's key identifies it, single keys
 * are shortcuts, and a bundle names found secrets without their values.
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

/** The paths of all properties in a schema. */
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

/** The output schema of a procedure, or of each event of a stream; `null` without output. */
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

it.each(outputs)('%s returns nothing with the name of a secret', (path, output) => {
  if (output === null) return;
  const schema = z.toJSONSchema(output, { unrepresentable: 'any', io: 'output' });
  const named = properties(schema, path).filter((property) => {
    const last = property.split('.').at(-1) ?? '';
    return suspicious.test(last) && !harmless.has(last);
  });
  expect(named).toEqual([]);
});

it('finds nested properties of an output', () => {
  const output = outputs.find(([path]) => path === 'webhooks.list')?.[1];
  expect(properties(z.toJSONSchema(output ?? z.never(), { unrepresentable: 'any' }), '')).toContain(
    '.rows.severities.low',
  );
});
