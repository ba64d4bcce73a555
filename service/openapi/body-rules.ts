import type { Variant } from '../webhooks/body-types.ts';
import { createDefaults } from '../webhooks/new-webhook.ts';
import {
  closedObject,
  type Json,
  type JsonObject,
  listOf,
  schemaRef,
  text,
} from './json-schema.ts';
import { headerId, payloadType, webhookFields } from './webhook-schemas.ts';

/**
 * The rules of request bodies, by the schema names of the interface document. `checkUpdate` has the
 * rules that depend on the stored webhook. `x-assumption` marks rules that the document lacks.
 */
export function bodyRules(variant: Variant): JsonObject {
  return {
    WebhookPostData: createBody(variant),
    WebhookPostHTTPHeaders: closedObject(
      'A header without id: the service gives one.',
      writableHeader,
      ['http_header_key', 'http_header_value'],
    ),
    WebhookPutData: updateBody(variant),
    WebhookPutHTTPHeaders: headerChanges(variant),
    ChangedHTTPHeader: closedObject(
      'A header that gets this name and value, addressed by its id.',
      { http_header_id: headerId, ...writableHeader },
      ['http_header_id', 'http_header_key', 'http_header_value'],
      { 'x-assumption': 'Name and value are both given, also when only one of them changes.' },
    ),
    DeletedHTTPHeader: closedObject('A header that goes away.', { http_header_id: headerId }, [
      'http_header_id',
    ]),
  };
}

function createBody(variant: Variant): JsonObject {
  const { name, url, ...others } = writableFields(variant);
  return closedObject(
    'Body of a create request (interface document §2.3).',
    {
      name,
      url,
      http_headers: listOf(schemaRef('WebhookPostHTTPHeaders'), 'Headers, without identifiers.'),
      ...withDefaults({ ...others, ...(variant === 'B' && { payload_type: payloadType }) }),
    },
    ['name', 'url'],
    { 'x-assumption': 'Name and URL are mandatory; everything else may be left out.' },
  );
}

const withDefaults = (
  fields: Partial<Record<keyof typeof createDefaults, JsonObject>>,
): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [
      name,
      {
        ...schema,
        default: new Map<string, Json>(Object.entries(createDefaults)).get(name) ?? null,
        'x-assumption': 'The default is ours.',
      },
    ]),
  );

function updateBody(variant: Variant): JsonObject {
  return closedObject(
    'Body of an update request (interface document §2.4).',
    {
      ...(variant === 'A' && {
        id: {
          type: 'integer',
          description: 'Webhook identifier.',
          'x-assumption': 'May be left out; if it is there, it agrees with the path.',
        },
      }),
      ...writableFields(variant),
      http_headers: schemaRef('WebhookPutHTTPHeaders'),
    },
    [],
    { 'x-assumption': 'No field is mandatory: what the body leaves out stays as it is.' },
  );
}

const headerChanges = (variant: Variant): JsonObject =>
  closedObject(
    'Changes to the headers. A header that is not named stays as it is.' +
      (variant === 'B' ? ' In an update payload_type stands here, beside the changes.' : ''),
    {
      added: listOf(schemaRef('WebhookPostHTTPHeaders'), 'New headers; the service gives the ids.'),
      changed: listOf(schemaRef('ChangedHTTPHeader'), 'Headers that get another name or value.'),
      deleted: listOf(schemaRef('DeletedHTTPHeader'), 'Headers that go away.'),
      ...(variant === 'B' && { payload_type: payloadType }),
    },
    [],
    {
      'x-assumption':
        'Each member may be left out. An id that the webhook does not have, or that is named ' +
        'twice, is refused, and then nothing changes.',
    },
  );

/** The fields of a webhook in request bodies. */
function writableFields(variant: Variant) {
  const { name, url, ...others } = webhookFields(variant);
  return { name: { ...name, ...notEmpty }, url: { ...url, ...notEmpty }, ...others };
}

const notEmpty: JsonObject = {
  minLength: 1,
  'x-assumption': 'An empty text is refused. Nothing has to be unique.',
};

const writableHeader: JsonObject = {
  http_header_key: text('Header name.', {
    // RFC 9110 §5.6.2, token.
    pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    'x-assumption': 'Only what HTTP allows as a field name. Names may repeat within a webhook.',
    examples: ['Content-Type'],
  }),
  http_header_value: text('Header value.', {
    pattern: '^[^\\r\\n\\u0000]*$',
    'x-assumption': 'Line breaks and null characters are refused: HTTP cannot carry them.',
    examples: ['application/json'],
  }),
};
