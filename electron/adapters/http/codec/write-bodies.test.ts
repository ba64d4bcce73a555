import { describe, expect, it } from 'vitest';
import type { WebhookDefinition } from '#domain/webhook/webhook.ts';
import { createMembers, updateBody } from './write-bodies.ts';

const definition: WebhookDefinition = {
  name: 'Slack – ops',
  url: 'https://hooks.example.com/T0/"B0"',
  method: 'POST',
  enabled: false,
  headers: [
    { id: 1, name: 'Content-Type', value: 'application/json' },
    { id: 2, name: 'X-Key', value: 'new' },
    { id: null, name: 'X-Added', value: 'yes' },
  ],
  payloadTemplate: "{'text': '%AlertName%'}\n",
  severities: { low: true, medium: false, high: true, cleared: false },
  payloadType: null,
};
const before = [
  { id: 1, name: 'Content-Type', value: 'application/json' },
  { id: 2, name: 'X-Key', value: 'old' },
  { id: 3, name: 'X-Gone', value: 'bye' },
];
const update = { live: { id: 7, headers: before }, definition };

const basics = {
  name: 'Slack – ops',
  url: 'https://hooks.example.com/T0/"B0"',
  enabled: false,
  method: 'POST',
};
const rest = {
  payload_template: "{'text': '%AlertName%'}\n",
  low_alert: true,
  med_alert: false,
  high_alert: true,
  cleared_alert: false,
};
const plainHeaders = [
  { http_header_key: 'Content-Type', http_header_value: 'application/json' },
  { http_header_key: 'X-Key', http_header_value: 'new' },
  { http_header_key: 'X-Added', http_header_value: 'yes' },
];
const changes = {
  added: [{ http_header_key: 'X-Added', http_header_value: 'yes' }],
  changed: [{ http_header_id: 2, http_header_key: 'X-Key', http_header_value: 'new' }],
  deleted: [{ http_header_id: 3 }],
};
const job = { ...definition, payloadType: 'JOB' as const };

// Interface document §2.3 and §2.4: exact members, no more and no less.
describe('write bodies', () => {
  it.each([
    [
      'create on A',
      JSON.stringify(createMembers(definition, 'A')),
      { ...basics, http_headers: plainHeaders, ...rest },
    ],
    [
      'create on A never carries a payload type',
      JSON.stringify(createMembers(job, 'A')),
      { ...basics, http_headers: plainHeaders, ...rest },
    ],
    [
      'create on B has the payload type at the top level',
      JSON.stringify(createMembers(job, 'B')),
      { ...basics, http_headers: plainHeaders, ...rest, payload_type: 'JOB' },
    ],
    [
      'update on A has the id in the body',
      updateBody({ variant: 'A' }, update),
      { id: 7, ...basics, http_headers: changes, ...rest },
    ],
    [
      'update on A never carries a payload type',
      updateBody({ variant: 'A' }, { ...update, definition: job }),
      { id: 7, ...basics, http_headers: changes, ...rest },
    ],
    [
      'update on B has no id, and the payload type inside http_headers',
      updateBody({ variant: 'B' }, { ...update, definition: job }),
      { ...basics, http_headers: { ...changes, payload_type: 'JOB' }, ...rest },
    ],
    [
      'update on B has the payload type at the top level where the installation wants it there',
      updateBody({ variant: 'B', payloadTypePlace: 'top-level' }, { ...update, definition: job }),
      { ...basics, http_headers: changes, ...rest, payload_type: 'JOB' },
    ],
    [
      'update on B leaves out a payload type that the service never reported',
      updateBody({ variant: 'B' }, update),
      { ...basics, http_headers: changes, ...rest },
    ],
    [
      'an update without header changes has three empty arrays',
      updateBody({ variant: 'A' }, { ...update, definition: { ...definition, headers: before } }),
      { id: 7, ...basics, http_headers: { added: [], changed: [], deleted: [] }, ...rest },
    ],
  ])('%s', (_, body, expected) => {
    expect(JSON.parse(body)).toStrictEqual(expected);
    expect(body).toBe(JSON.stringify(JSON.parse(body)));
  });
});
