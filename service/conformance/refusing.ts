import assert from 'node:assert/strict';
import type { Variant } from '../webhooks/body-types.ts';
import { type Answer, type Installation, send, type Sending } from './installation.ts';
import type { Rule } from './rule.ts';
import {
  type Fields,
  fieldsOf,
  list,
  sample,
  sampleRule,
  type Webhook,
  withSample,
} from './webhooks.ts';

interface Problem {
  readonly status: number;
  readonly type: string;
  /** A JSON pointer that `errors` must contain. */
  readonly pointer?: string;
}

/** Asserts the problem response of a refusal. Source: RFC 9457, a choice of this service. */
export function assertProblem(answer: Answer, expected: Problem): void {
  assert.equal(answer.status, expected.status, answer.text);
  assert.equal(answer.headers.get('content-type'), 'application/problem+json');
  const problem = fieldsOf(JSON.parse(answer.text));
  assert.equal(problem.status, expected.status);
  assert.equal(problem.type, `urn:hookdesk:problem:${expected.type}`);
  assert.match(String(problem.title), /^[A-Z]/);
  assert.match(String(problem.detail), /[.!/]$/);
  if (expected.pointer === undefined) return;
  const { errors } = problem;
  assert(Array.isArray(errors));
  const pointers = errors.map((error) => fieldsOf(error).pointer);
  assert(pointers.includes(expected.pointer), `${expected.pointer} in ${pointers.join(' ')}`);
}

/** Sends a request, and asserts the problem response and that no webhook changed. */
export async function assertRefused(
  installation: Installation,
  [method, path, sending]: [string, string, Sending],
  expected: Problem,
): Promise<void> {
  const before = await list(installation);
  assertProblem(await send(installation, method, path, sending), expected);
  assert.deepEqual(await list(installation), before, 'nothing has changed');
}

export const invalid = (pointer?: string): Problem => ({
  status: 400,
  type: 'invalid-request',
  ...(pointer !== undefined && { pointer }),
});

/** Fields with a value that creates and updates must refuse, and the variants (default: both). */
const wrongFields: readonly (readonly [string, unknown, (readonly Variant[])?])[] = [
  ['name', ''],
  ['name', 7],
  ['name', null],
  ['url', ''],
  ['url', ['https://a.example']],
  ['enabled', 'true'],
  ['enabled', 1],
  ['low_alert', 'yes'],
  ['med_alert', null],
  ['high_alert', 0],
  ['cleared_alert', {}],
  ['payload_template', { text: '%AlertName%' }],
  ['method', 5],
  ['method', 'PATCH', ['B']],
  ['method', 'post', ['B']],
  ['payload_type', 'ALERT', ['A']],
  ['severity', 'high'],
  ['__proto__x', {}],
  ['http_headers', 'X-Key: 1'],
];

const refusedField = ([name, value, variants]: (typeof wrongFields)[number]): Rule =>
  sampleRule(
    `${name} = ${JSON.stringify(value)} is refused`,
    'ours',
    async (installation, { id }) => {
      const create = { ...sample(installation.variant), [name]: value };
      const refusal = invalid(`#/${name}`);
      await assertRefused(installation, ['POST', '/webhook/', { body: create }], refusal);
      const sending = { body: { [name]: value } };
      await assertRefused(installation, ['PUT', `/webhook/${id}`, sending], refusal);
    },
    inVariants(variants),
  );

const refusedCreate = (
  title: string,
  pointer: string,
  fields: Fields,
  variants?: readonly Variant[],
): Rule => ({
  title: `a create with ${title} is refused`,
  source: 'ours',
  ...inVariants(variants),
  check: (installation) => {
    const body = { ...sample(installation.variant), ...fields };
    return assertRefused(installation, ['POST', '/webhook/', { body }], invalid(pointer));
  },
});

const refusedUpdate = (
  title: string,
  pointer: string,
  fields: (webhook: Webhook, other: Webhook) => Fields,
  variants?: readonly Variant[],
): Rule =>
  sampleRule(
    `an update with ${title} is refused as a whole`,
    'ours',
    (installation, other) =>
      withSample(installation, async (webhook) => {
        const body = { name: 'Must not be applied', ...fields(webhook, other) };
        const path = `/webhook/${webhook.id}`;
        await assertRefused(installation, ['PUT', path, { body }], invalid(pointer));
      }),
    inVariants(variants),
  );

const inVariants = (variants: readonly Variant[] | undefined): Pick<Rule, 'variants'> =>
  variants === undefined ? {} : { variants };

const header = (http_header_key: unknown, http_header_value: unknown) => ({
  http_header_key,
  http_header_value,
});
const idOf = ({ headers }: Webhook) => headers[0]?.id ?? 0;

export const refusing: readonly Rule[] = [
  ...wrongFields.map(refusedField),
  refusedCreate('an id', '#/id', { id: 1 }),
  refusedCreate('a header with an id', '#/http_headers/0/http_header_id', {
    http_headers: [{ http_header_id: 1, ...header('X-Key', '1') }],
  }),
  refusedCreate('headers as an update has them', '#/http_headers', {
    http_headers: { added: [], changed: [], deleted: [] },
  }),
  refusedCreate('a header name that HTTP cannot carry', '#/http_headers/0/http_header_key', {
    http_headers: [header('X Key:', '1')],
  }),
  refusedCreate('a line break in a header value', '#/http_headers/0/http_header_value', {
    http_headers: [header('X-Key', 'a\r\nX-Other: b')],
  }),
  refusedCreate('a header without a value', '#/http_headers/0', {
    http_headers: [{ http_header_key: 'X-Key' }],
  }),
  refusedCreate('another payload_type', '#/payload_type', { payload_type: 'EVENT' }, ['B']),
  refusedUpdate('another id', '#/id', (webhook) => ({ id: webhook.id + 1 }), ['A']),
  refusedUpdate('an id', '#/id', (webhook) => ({ id: webhook.id }), ['B']),
  refusedUpdate('payload_type at the top', '#/payload_type', () => ({ payload_type: 'JOB' })),
  refusedUpdate(
    'payload_type inside http_headers',
    '#/http_headers/payload_type',
    () => ({ http_headers: { payload_type: 'JOB' } }),
    ['A'],
  ),
  refusedUpdate('headers as an array', '#/http_headers', () => ({ http_headers: [] })),
  refusedUpdate('a change to an unknown header', '#/http_headers/changed/0/http_header_id', () => ({
    http_headers: { changed: [{ http_header_id: 999_999_999, ...header('X', '1') }] },
  })),
  refusedUpdate(
    'a header of another webhook',
    '#/http_headers/deleted/0/http_header_id',
    (_webhook, other) => ({ http_headers: { deleted: [{ http_header_id: idOf(other) }] } }),
  ),
  refusedUpdate(
    'a header that is changed twice',
    '#/http_headers/changed/1/http_header_id',
    (webhook) => {
      const change = { http_header_id: idOf(webhook), ...header('X', '1') };
      return { http_headers: { changed: [change, change] } };
    },
  ),
  refusedUpdate(
    'a header that is changed and deleted',
    '#/http_headers/deleted/0/http_header_id',
    (webhook) => ({
      http_headers: {
        changed: [{ http_header_id: idOf(webhook), ...header('X', '1') }],
        deleted: [{ http_header_id: idOf(webhook) }],
      },
    }),
  ),
  refusedUpdate(
    'a deleted header that names more than its id',
    '#/http_headers/deleted/0/http_header_key',
    (webhook) => ({
      http_headers: { deleted: [{ http_header_id: idOf(webhook), http_header_key: 'X' }] },
    }),
  ),
  refusedUpdate(
    'an added header that has an id',
    '#/http_headers/added/0/http_header_id',
    (webhook) => ({
      http_headers: { added: [{ http_header_id: idOf(webhook), ...header('X', '1') }] },
    }),
  ),
];
