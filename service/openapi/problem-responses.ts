import { type JsonObject, listOf, schemaRef, text } from './json-schema.ts';

const assumption = {
  'x-assumption': 'The interface document lists only status 200; this answer is ours.',
};

export const problemAnswer = (description: string, more: JsonObject = {}): JsonObject => ({
  description,
  ...more,
  content: { 'application/problem+json': { schema: schemaRef('Problem') } },
});

const assumedProblem = (description: string, more: JsonObject = {}): JsonObject =>
  problemAnswer(description, { ...assumption, ...more });

export const retryAfter: JsonObject = {
  headers: {
    'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
  },
};

const componentNames = {
  400: 'Invalid',
  401: 'Unauthorized',
  404: 'NotFound',
  413: 'TooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'ServerFailed',
  503: 'Unavailable',
} as const;
type ProblemStatus = keyof typeof componentNames;

/** The `responses` that the operations refer to. @param bodyLimit in bytes */
export const problemComponents = (
  bodyLimit: number,
  { signIn, database }: { signIn: boolean; database: boolean },
): JsonObject => ({
  Invalid: assumedProblem('The request cannot be understood, or breaks a rule of this document.'),
  Unauthorized: assumedProblem(
    signIn
      ? 'The header X-Auth-Token is missing or wrong, or name or password are.'
      : 'The header X-Auth-Token is missing or wrong.',
  ),
  NotFound: assumedProblem('There is no such webhook.'),
  TooLarge: assumedProblem(`The body is larger than ${bodyLimit} bytes.`),
  UnsupportedMediaType: assumedProblem('The body is not application/json.'),
  TooManyRequests: assumedProblem('There were too many requests. Nothing has changed.', retryAfter),
  ServerFailed: assumedProblem('The service failed. Nothing has changed.'),
  ...((signIn || database) && {
    Unavailable: assumedProblem(
      database
        ? 'The database or the users cannot be read just now.'
        : 'The users cannot be read just now.',
      retryAfter,
    ),
  }),
});

export const problemRefs = (...statuses: readonly ProblemStatus[]): JsonObject =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      { $ref: `#/components/responses/${componentNames[status]}` },
    ]),
  );

export const problemsOfOperation = (operation: {
  reads: boolean;
  withId: boolean;
  database: boolean;
}): JsonObject => ({
  // Only writes are refused for their body. A delete is refused if it has one.
  ...(operation.reads ? {} : problemRefs(400, 413, 415)),
  ...problemRefs(401, 429, 500),
  ...(operation.database && problemRefs(503)),
  ...(operation.withId && problemRefs(404)),
});

/** The `Problem` schema, alike in all documents. */
export const problemSchema: JsonObject = {
  type: 'object',
  description: 'Why a request was not carried out (RFC 9457). Nothing has changed then.',
  'x-assumption': 'The interface document shows no errors; all of this is ours.',
  properties: {
    type: text('Identifies the kind of problem; stable.', {
      examples: ['urn:hookdesk:problem:invalid-request'],
    }),
    title: text('The kind of problem in words.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: text('What happened and what to do, as a sentence or two.'),
    errors: listOf(
      {
        type: 'object',
        properties: {
          pointer: text('JSON Pointer into the body, as a URI fragment.', {
            examples: ['#/http_headers/deleted/0/http_header_id'],
          }),
          detail: text('What is wrong there.'),
        },
        required: ['pointer', 'detail'],
      },
      'What is wrong in the body, at most 50 entries. Only with status 400.',
    ),
  },
  required: ['type', 'title', 'status', 'detail'],
};
