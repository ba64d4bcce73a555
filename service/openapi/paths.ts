import type { JsonObject } from './json-schema.ts';
import { type Operation, operations } from './operations.ts';
import { problemsOfOperation } from './problem-responses.ts';

export function paths(): JsonObject {
  const found: Record<string, JsonObject> = {};
  for (const operation of operations) {
    found[operation.path] = {
      ...found[operation.path],
      ...(hasId(operation) && { parameters: [webhookId] }),
      [operation.method.toLowerCase()]: describe(operation),
    };
  }
  return found;
}

const hasId = ({ path }: Operation): boolean => path.includes('{webhook_id}');

const describe = (operation: Operation): JsonObject => ({
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
    ...problemsOfOperation({ reads: operation.method === 'GET', withId: hasId(operation) }),
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
