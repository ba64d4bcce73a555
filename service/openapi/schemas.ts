import type { Variant } from '../webhooks/bodies.ts';
import { createDefaults } from '../webhooks/new-webhook.ts';
import {
  closedObject,
  flag,
  type Json,
  type JsonObject,
  listOf,
  schemaRef,
  text,
} from './json-schema.ts';

/** The schemas of the interface document, under its names. */
export function schemas(variant: Variant): JsonObject {
  return {
    Webhook: webhook(variant),
    WebhookGetHTTPHeaders: {
      type: 'object',
      description: 'Element of http_headers in responses (interface document §2.2).',
      properties: {
        http_header_id: headerId,
        http_header_key: text('Header name.'),
        http_header_value: text('Header value.'),
      },
    },
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
    Problem: problem,
  };
}

const webhook = (variant: Variant): JsonObject => ({
  type: 'object',
  description:
    'A webhook definition (interface document §2.1). All fields are marked not required there; ' +
    'this service always returns all of them.',
  properties: {
    id: { type: 'integer', description: 'Webhook identifier, given by the service.' },
    ...webhookFields(variant),
    http_headers: listOf(
      schemaRef('WebhookGetHTTPHeaders'),
      'Header key/value pairs used by the webhook.',
    ),
    ...(variant === 'B' && { payload_type: payloadType }),
  },
});

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

export const problem: JsonObject = {
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

/** Fields that a webhook, a create body and an update body share. Source: §2.1. */
function webhookFields(variant: Variant) {
  return {
    name: text('Webhook name.'),
    url: text('Target URL of the webhook.'),
    enabled: flag('Whether the webhook is enabled.'),
    method:
      variant === 'A'
        ? text('HTTP request method used for the outbound call: any string.')
        : text('HTTP request method used for the outbound call.', { enum: ['POST', 'PUT'] }),
    payload_template: text('Template of the outbound payload, with %...% substitution tokens.', {
      examples: ['{"alert": "%AlertID%", "name": "%AlertName%"}'],
    }),
    low_alert: flag('Whether the low alert is enabled.'),
    med_alert: flag('Whether the medium alert is enabled.'),
    high_alert: flag('Whether the high alert is enabled.'),
    cleared_alert: flag('Whether the cleared alert is enabled.'),
  };
}

/** Variant B only. */
const payloadType = text('What the webhook is used for.', { enum: ['ALERT', 'JOB'] });

/** The same fields in request bodies. `x-assumption` marks rules that are not in the source. */
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

const headerId: JsonObject = {
  type: 'integer',
  description: 'Identifier of the header entry, given by the service.',
};
