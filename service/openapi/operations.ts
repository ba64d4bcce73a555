import { type JsonObject, schemaRef } from './json-schema.ts';

export type OperationId =
  'listWebhooks' | 'createWebhook' | 'readWebhook' | 'updateWebhook' | 'deleteWebhook';

export interface Operation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the API root. The collection ends in a slash, the item does not. */
  readonly path: string;
  readonly summary: string;
  readonly body?: 'WebhookPostData' | 'WebhookPutData';
  readonly answer: JsonObject;
}

const nothing = (description: string): JsonObject => ({
  description: `${description} The answer has no body.`,
});
const json = (description: string, schema: JsonObject): JsonObject => ({
  description,
  content: { 'application/json': { schema } },
});

/** The operations of the interface. Source: interface document §4. */
export const operations: readonly Operation[] = [
  {
    operationId: 'listWebhooks',
    method: 'GET',
    path: '/webhook/',
    summary: 'List webhooks',
    answer: json('All webhooks, by ascending id.', { type: 'array', items: schemaRef('Webhook') }),
  },
  {
    operationId: 'createWebhook',
    method: 'POST',
    path: '/webhook/',
    summary: 'Create webhook',
    body: 'WebhookPostData',
    answer: nothing('The webhook was created; its id is found by listing.'),
  },
  {
    operationId: 'readWebhook',
    method: 'GET',
    path: '/webhook/{webhook_id}',
    summary: 'Read webhook',
    answer: json('The webhook.', schemaRef('Webhook')),
  },
  {
    operationId: 'updateWebhook',
    method: 'PUT',
    path: '/webhook/{webhook_id}',
    summary: 'Update webhook',
    body: 'WebhookPutData',
    answer: nothing('The webhook was updated.'),
  },
  {
    operationId: 'deleteWebhook',
    method: 'DELETE',
    path: '/webhook/{webhook_id}',
    summary: 'Delete webhook',
    answer: nothing('The webhook was deleted.'),
  },
];
