import { z } from 'zod';
import { type JsonObject, schemaRef } from '../openapi/json-schema.ts';
import {
  problemResponse,
  refsToProblems,
  problemSchema,
  retryAfter,
} from '../openapi/problem-responses.ts';
import type { Variant } from '../webhooks/body-types.ts';
import * as bodies from './practice-bodies.ts';

const ours = {
  'x-assumption':
    'The interface document has nothing of the kind: all below /practice/ is this project’s own.',
};

/** Request and response bodies of `/practice/` as JSON Schema, from `practice-bodies.ts`. */
function schemas(): JsonObject {
  const requests = {
    AlertBody: bodies.AlertBody,
    JobBody: bodies.JobBody,
    FaultsBody: bodies.FaultsBody,
  };
  const responses = {
    Overview: bodies.Overview,
    Raised: bodies.Raised,
    Changes: bodies.Changes,
    DeliveryList: bodies.DeliveryList,
    Delivery: bodies.Delivery,
    Faults: bodies.Faults,
  };
  const schemasByName: Record<string, JsonObject> = {};
  for (const [name, body] of Object.entries(requests)) {
    schemasByName[name] = jsonSchema(body, 'input');
  }
  for (const [name, body] of Object.entries(responses)) {
    schemasByName[name] = jsonSchema(body, 'output');
  }
  return schemasByName;
}

function jsonSchema(body: z.ZodType, io: 'input' | 'output'): JsonObject {
  // Converted through text because Zod's result is not typed as plain JSON.
  const text = JSON.stringify({
    ...z.toJSONSchema(body, { io, override: simplify }),
    $schema: undefined,
  });
  return z.record(z.string(), z.json()).parse(JSON.parse(text));
}

/** Removes noise for readers: the safe-integer bounds and the patterns of known formats. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

const operation = (
  operationId: string,
  summary: string,
  {
    body,
    answers,
    problems,
    description,
  }: {
    body?: string;
    answers: JsonObject;
    problems: JsonObject;
    description?: string;
  },
): JsonObject => ({
  operationId,
  summary,
  ...(description !== undefined && { description }),
  tags: ['Practice'],
  ...(body !== undefined && {
    requestBody: { required: true, content: { 'application/json': { schema: schemaRef(body) } } },
  }),
  responses: { ...answers, ...problems },
});

const json = (status: number, description: string, schema: string): JsonObject => ({
  [status]: { description, content: { 'application/json': { schema: schemaRef(schema) } } },
});
const nothing = (description: string): JsonObject => ({
  204: { description: `${description} The answer has no body.` },
});
const reads = refsToProblems(401, 500, 503);
const writes = refsToProblems(400, 401, 413, 415, 500, 503);

const path = (name: string, item: JsonObject): JsonObject => ({ [`/practice/${name}`]: item });

export const practiceDocument = (variant: Variant): JsonObject => ({
  openapi: '3.1.0',
  info: {
    title: `Practice with a webhook management service, variant ${variant}`,
    version: '1',
    summary: 'Raises alerts, shows what is delivered, and lets requests go wrong on purpose.',
    description:
      'Deliveries: 10 s for each attempt, up to 3 retries with growing pauses, redirects are not ' +
      'followed. Each is attempted at least once, also after a crash; the header Idempotency-Key ' +
      `is the same in all attempts. ${ours['x-assumption']}`,
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  tags: [{ name: 'Practice', description: 'Alerts, jobs and faults to simulate.' }],
  security: [{ authToken: [] }],
  paths: {
    ...path('', {
      get: operation('readPractice', 'What can be simulated', {
        answers: json(200, 'Samples, rule sets and limits.', 'Overview'),
        problems: reads,
      }),
    }),
    ...path('alerts', {
      post: operation('raiseAlert', 'Raise or clear an alert', {
        description: 'Every enabled webhook for alerts whose switch for the state is on is called.',
        body: 'AlertBody',
        answers: json(202, 'The deliveries have begun.', 'Raised'),
        problems: writes,
      }),
    }),
    ...path('jobs', {
      post: operation('raiseJob', 'Raise a job event', {
        description: 'Every enabled webhook for jobs is called, whatever its switches. Variant B.',
        body: 'JobBody',
        answers: json(202, 'The deliveries have begun.', 'Raised'),
        problems: writes,
      }),
    }),
    ...path('changes', {
      post: operation('changeWebhooks', 'Change webhooks as another person', {
        description:
          'Changes a switch of one webhook, enables or disables another, and renames a third.',
        answers: json(200, 'The webhooks have changed.', 'Changes'),
        problems: writes,
      }),
    }),
    ...path('deliveries', {
      get: {
        ...operation('listDeliveries', 'List deliveries', {
          answers: json(200, 'The newest first.', 'DeliveryList'),
          problems: { ...refsToProblems(400), ...reads },
        }),
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'How many at most.',
            schema: { type: 'integer', minimum: 1, maximum: 500, default: 100 },
          },
          {
            name: 'state',
            in: 'query',
            description: 'Only deliveries in this state; failed ones are those that were given up.',
            schema: { type: 'string', enum: bodies.DeliveryState.options },
          },
        ],
      },
      delete: operation('clearDeliveries', 'Empty the log', {
        answers: nothing('The log is empty. What is under way goes on.'),
        problems: writes,
      }),
    }),
    ...path('deliveries/{id}', {
      parameters: [
        {
          name: 'id',
          in: 'path',
          required: true,
          description: 'Identifier of the delivery.',
          schema: { type: 'string' },
        },
      ],
      get: operation('readDelivery', 'Read a delivery', {
        answers: json(200, 'The delivery with its attempts.', 'Delivery'),
        problems: { ...reads, ...refsToProblems(404) },
      }),
    }),
    ...path('faults', {
      get: operation('readFaults', 'Which faults are set', {
        answers: json(200, 'The faults, and how often each happened.', 'Faults'),
        problems: reads,
      }),
      put: operation('setFaults', 'Set faults', {
        description: 'Faults happen to requests of the interface, never to those of /practice/.',
        body: 'FaultsBody',
        answers: json(200, 'These faults are set, and no others.', 'Faults'),
        problems: writes,
      }),
      delete: operation('clearFaults', 'Set no faults', {
        answers: json(200, 'No faults are set.', 'Faults'),
        problems: writes,
      }),
    }),
  },
  components: {
    securitySchemes: {
      authToken: {
        type: 'apiKey',
        in: 'header',
        name: 'X-Auth-Token',
        description: 'The same auth token as for webhooks.',
      },
    },
    responses: {
      Invalid: problemResponse('The request breaks a rule of this document. Nothing has changed.'),
      Unauthorized: problemResponse('The header X-Auth-Token is missing or wrong.'),
      NotFound: problemResponse('There is nothing with this id.'),
      TooLarge: problemResponse('The body is too large.'),
      UnsupportedMediaType: problemResponse('The body is not application/json.'),
      ServerFailed: problemResponse('The service failed.'),
      Unavailable: problemResponse(
        'Too many deliveries are waiting, or the database cannot be reached.',
        retryAfter,
      ),
    },
    schemas: { ...schemas(), Problem: problemSchema },
  },
});
