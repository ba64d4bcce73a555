import { usualBodyLimit } from '../http/request-limits.ts';
import type { Variant } from '../webhooks/body-types.ts';
import { bodyRules } from './body-rules.ts';
import type { JsonObject } from './json-schema.ts';
import { type Operation, operations } from './operations.ts';
import { problemResponses, problemSchema, problemsOfOperation } from './problem-responses.ts';
import { tokenPaths, tokenSchemas } from './signing-in.ts';
import { webhookSchemas } from './webhook-schemas.ts';

/** Release of the interface and default API root per variant. Source: §9. */
export const releases: Readonly<Record<Variant, { release: string; root: string }>> = {
  A: { release: '6.0', root: '/api/v6' },
  B: { release: '14.0', root: '/api/v14' },
};

/**
 * Builds the OpenAPI 3.1 document of one variant, with the API root `root`. The service validates
 * requests against it. Source: interface document. `x-assumption` states a choice where that says
 * nothing; `x-source` names another source. `signIn` adds sign-in, `database` adds status 503;
 * `bodyLimit` is in bytes.
 */
export function openApiDocument(
  variant: Variant,
  root: string,
  {
    signIn = false,
    database = false,
    bodyLimit = usualBodyLimit,
  }: { signIn?: boolean; database?: boolean; bodyLimit?: number } = {},
): JsonObject {
  const { release } = releases[variant];
  return {
    openapi: '3.1.0',
    info: {
      title: `Webhook management service, variant ${variant}`,
      version: release,
      summary: 'Defines webhooks: outbound HTTP notification targets for alerts.',
      description:
        `Variant ${variant} (interface release ${release}). Wherever the interface document says ` +
        'nothing, the choice is that of this service, and is marked as such (x-assumption).',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: root === '' ? '/' : root,
        ...(variant === 'B' && {
          'x-assumption': 'The interface document does not show the path prefix of variant B.',
        }),
      },
    ],
    tags: [
      { name: 'Webhook', description: 'Webhook definitions.' },
      ...(signIn ? [{ name: 'Token', description: 'Auth tokens of users who sign in.' }] : []),
    ],
    security: [{ authToken: [] }],
    paths: { ...paths(database), ...(signIn && tokenPaths(root)) },
    components: {
      securitySchemes: {
        authToken: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Auth-Token',
          description: 'Auth token.',
          'x-assumption':
            'The interface document lists this header as required and also says that no ' +
            'authentication is needed. It is required here, unless the service was started ' +
            'with --no-auth.',
        },
      },
      responses: problemResponses(bodyLimit, { signIn, database }),
      schemas: {
        ...webhookSchemas(variant),
        ...bodyRules(variant),
        Problem: problemSchema,
        ...(signIn && tokenSchemas),
      },
    },
  };
}

function paths(database: boolean): JsonObject {
  const itemsByPath: Record<string, JsonObject> = {};
  for (const operation of operations) {
    itemsByPath[operation.path] = {
      ...itemsByPath[operation.path],
      ...(hasId(operation) && { parameters: [webhookId] }),
      [operation.method.toLowerCase()]: describe(operation, database),
    };
  }
  return itemsByPath;
}

const hasId = ({ path }: Operation): boolean => path.includes('{webhook_id}');

const describe = (operation: Operation, database: boolean): JsonObject => ({
  operationId: operation.operationId,
  summary: operation.summary,
  tags: ['Webhook'],
  ...(operation.body !== undefined && {
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${operation.body}` } },
      },
    },
  }),
  responses: {
    200: operation.answer,
    ...problemsOfOperation({
      reads: operation.method === 'GET',
      withId: hasId(operation),
      database,
    }),
  },
});

const webhookId: JsonObject = {
  name: 'webhook_id',
  in: 'path',
  required: true,
  description: 'Identifier of the webhook.',
  schema: { type: 'string', examples: ['7'] },
  'x-assumption': 'A decimal number. Anything else names no webhook: 404.',
};
