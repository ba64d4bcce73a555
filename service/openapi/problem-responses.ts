import { type JsonObject, schemaRef } from './json-schema.ts';

const assumption = {
  'x-assumption': 'The interface document lists only status 200; this answer is ours.',
};

/** An answer that is a problem document. */
export const problemAnswer = (description: string, more: JsonObject = {}): JsonObject => ({
  description,
  ...more,
  content: { 'application/problem+json': { schema: schemaRef('Problem') } },
});

const problem = (description: string, more: JsonObject = {}): JsonObject =>
  problemAnswer(description, { ...assumption, ...more });

export const retryAfter: JsonObject = {
  headers: {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  },
};

const names = {
  400: 'Invalid',
  401: 'Unauthorized',
  404: 'NotFound',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'ServerFailed',
  503: 'Unavailable',
} as const;
type ProblemStatus = keyof typeof names;

/** The `responses` that the operations refer to. @param bodyLimit in bytes */
export const responses = (bodyLimit: number, { signIn }: { signIn: boolean }): JsonObject => ({
  Invalid: problem('The request cannot be understood, or breaks a rule of this document.'),
  Unauthorized: problem(
    signIn
      ? 'The header X-Auth-Token is missing or wrong, or name or password are.'
      : 'The header X-Auth-Token is missing or wrong.',
  ),
  NotFound: problem('There is no such webhook.'),
  TooLarge: problem(`The body is larger than ${bodyLimit} bytes.`),
  UnsupportedMediaType: problem('The body is not application/json.'),
  TooManyRequests: problem('There were too many requests. Nothing has changed.', retryAfter),
  ServerFailed: problem('The service failed. Nothing has changed.'),
  ...(signIn && { Unavailable: problem('The users cannot be read just now.', retryAfter) }),
});

/** References to {@link responses}, by status. */
export const problemAnswers = (...statuses: readonly ProblemStatus[]): JsonObject =>
  Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${names[status]}` }]),
  );

/** The problems that an operation can answer with. */
export const problemResponses = (operation: { reads: boolean; withId: boolean }): JsonObject => ({
  // A delete has no body; sending one is refused like any other that does not fit.
  ...(operation.reads ? {} : problemAnswers(400, 413, 415)),
  ...problemAnswers(401, 429, 500),
  ...(operation.withId && problemAnswers(404)),
});
