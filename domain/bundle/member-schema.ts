import { z } from 'zod';

/** Schemas of the members of a list or an object. */
interface MemberSchemas {
  /** `null` unless the schema describes a list. */
  readonly element: unknown;
  /** `null` unless the schema describes an object. */
  readonly shape: Readonly<Record<string, unknown>> | null;
}

const none: MemberSchemas = { element: null, shape: null };

/** Zod's `instanceof` is slow, and a bundle has thousands of values of each schema. */
const ofLists = new WeakMap<object, MemberSchemas>();
const ofObjects = new WeakMap<object, MemberSchemas>();

/** Unwraps optional, nullable and alternative schemas. */
export function memberSchemas(schema: unknown, isList: boolean): MemberSchemas {
  if (typeof schema !== 'object' || schema === null) return none;
  const known = isList ? ofLists : ofObjects;
  const found = known.get(schema) ?? membersOf(schemaFor(schema, isList));
  known.set(schema, found);
  return found;
}

function membersOf(schema: unknown): MemberSchemas {
  if (schema instanceof z.ZodArray) return { element: schema.element, shape: null };
  return schema instanceof z.ZodObject ? { element: null, shape: schema.shape } : none;
}

function schemaFor(schema: unknown, isList: boolean): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schemaFor(schema.unwrap(), isList);
  }
  if (!(schema instanceof z.ZodUnion)) return schema;
  return schema.options
    .map((option) => schemaFor(option, isList))
    .find((option) => option instanceof (isList ? z.ZodArray : z.ZodObject));
}
