import { type JsonObject, listOf, schemaRef, text } from './json-schema.ts';

const assumption = {
  'x-assumption': 'The interface document lists only status 200; this response is an assumption.',
};

export const problemResponse = (description: string, headers: JsonObject = {}): JsonObject => ({
  description,
  ...headers,
  content: { 'application/problem+json': { schema: schemaRef('Problem') } },
});

const assumedResponse = (description: string, headers: JsonObject = {}): JsonObject =>
  problemResponse(description, { ...assumption, ...headers });

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
export const problemResponses = (
  bodyLimit: number,
  { signIn, database }: { signIn: boolean; database: boolean },
): JsonObject => ({
  Invalid: assumedResponse('The request cannot be understood, or breaks a rule of this document.'),
  Unauthorized: assumedResponse(
    signIn
      ? 'The header X-Auth-Token is missing or wrong, or the user name or the password is wrong.'
      : 'The header X-Auth-Token is missing or wrong.',
  ),
  NotFound: assumedResponse('There is no such webhook.'),
  TooLarge: assumedResponse(`The body is larger than ${bodyLimit} bytes.`),
  UnsupportedMediaType: assumedResponse('The body is not application/json.'),
  TooManyRequests: assumedResponse(
    'There were too many requests. Nothing has changed.',
    retryAfter,
  ),
  ServerFailed: assumedResponse('The service failed. Nothing has changed.'),
  ...((signIn || database) && {
    Unavailable: assumedResponse(
      database
        ? 'The database or the file of users cannot be read just now.'
        : 'The file of users cannot be read just now.',
      retryAfter,
    ),
  }),
});

export const refsToProblems = (...statuses: readonly ProblemStatus[]): JsonObject =>
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
  // A write can be refused for its body; a delete, for having one.
  ...(operation.reads ? {} : refsToProblems(400, 413, 415)),
  ...refsToProblems(401, 429, 500),
  ...(operation.database && refsToProblems(503)),
  ...(operation.withId && refsToProblems(404)),
});

/** The `Problem` schema, the same in the documents of both variants. */
export const problemSchema: JsonObject = {
  type: 'object',
  description: 'Why a request was not carried out (RFC 9457). Nothing has changed then.',
  'x-assumption': 'The interface document shows no errors; all of this is an assumption.',
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
