/**
 * A JSON Schema (2020-12) or another object of an OpenAPI document. `x-assumption` states the
 * choice of this service where the interface document says nothing.
 */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const text = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'string',
  description,
  ...more,
});

export const flag = (description: string, more: JsonObject = {}): JsonObject => ({
  type: 'boolean',
  description,
  ...more,
});

export const listOf = (items: JsonObject, description: string): JsonObject => ({
  type: 'array',
  description,
  items,
});

/** An object of a request body; unknown fields are refused. */
export const closedObject = (
  description: string,
  properties: JsonObject,
  required: readonly string[],
  more: JsonObject = {},
): JsonObject => ({
  type: 'object',
  description,
  properties,
  required,
  additionalProperties: false,
  ...more,
});

export const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
