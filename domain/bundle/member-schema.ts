import { z } from 'zod';

/** The schema of a list or of an object within optional, nullable and alternative schemas. */
export function schemaFor(schema: unknown, isList: boolean): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return schemaFor(schema.unwrap(), isList);
  }
  if (!(schema instanceof z.ZodUnion)) return schema;
  return schema.options
    .map((option) => schemaFor(option, isList))
    .find((option) => option instanceof (isList ? z.ZodArray : z.ZodObject));
}
