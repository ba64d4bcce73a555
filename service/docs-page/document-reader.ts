import type { Json, JsonObject } from '../openapi/json-schema.ts';

/** Reads untyped members of an OpenAPI document. A missing member is empty or `null`. */

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

export function objectIn(from: JsonObject, name: string): JsonObject {
  const value = from[name];
  return isObject(value) ? value : {};
}

export const listIn = (from: JsonObject, name: string): readonly Json[] => {
  const value = from[name];
  return isList(value) ? value : [];
};

export const objectsIn = (from: JsonObject, name: string): readonly JsonObject[] =>
  listIn(from, name).filter(isObject);

export function textIn(from: JsonObject, name: string): string | null {
  const value = from[name];
  return typeof value === 'string' ? value : null;
}

/** Returns the members of `from[name]` that are objects, with their names. */
export const membersIn = (from: JsonObject, name: string): readonly [string, JsonObject][] =>
  Object.entries(objectIn(from, name)).flatMap(([key, value]) =>
    isObject(value) ? [[key, value]] : [],
  );

/** Returns the object, or the target of its `$ref` in the document. */
export function resolveReference(document: JsonObject, object: JsonObject): JsonObject {
  const reference = textIn(object, '$ref');
  if (reference === null) return object;
  return reference.split('/').slice(1).reduce(objectIn, document);
}

/** Returns the last segment of `$ref`, or `null` without a reference. */
export const referredName = (object: JsonObject): string | null =>
  textIn(object, '$ref')?.split('/').at(-1) ?? null;
