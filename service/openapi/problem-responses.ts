import { type JsonObject, schemaRef } from './json-schema.ts';

const problem = (description: string): JsonObject => ({
  description,
  'x-assumption': 'The interface document lists only status 200; this answer is ours.',
  content: { 'application/problem+json': { schema: schemaRef('Problem') } },
});

/** The `responses` that every operation refers to. */
export const responses: JsonObject = {
  Invalid: problem('The request cannot be understood, or breaks a rule of this document.'),
  Unauthorized: problem('The header X-Auth-Token is missing or wrong.'),
  NotFound: problem('There is no such webhook.'),
  TooLarge: problem('The body is larger than 1 MiB.'),
  UnsupportedMediaType: problem('The body is not application/json.'),
  ServerFailed: problem('The service failed. Nothing has changed.'),
};

/** The problems that an operation can answer with. */
export const problemResponses = (operation: { reads: boolean; withId: boolean }): JsonObject => ({
  // A delete has no body; sending one is refused like any other that does not fit.
  ...(!operation.reads && {
    400: ref('Invalid'),
    413: ref('TooLarge'),
    415: ref('UnsupportedMediaType'),
  }),
  401: ref('Unauthorized'),
  ...(operation.withId && { 404: ref('NotFound') }),
  500: ref('ServerFailed'),
});

const ref = (name: string): JsonObject => ({ $ref: `#/components/responses/${name}` });
