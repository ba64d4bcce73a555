import type { Variant } from '../../webhooks/body-types.ts';
import { bodyMutations } from './body-mutations.ts';
import type { Choices, Draft, Mutation } from './draft.ts';
import { headMutations, pathMutations } from './head-mutations.ts';

/** The bytes of a request and a description of its mutations. */
export interface MutatedRequest {
  readonly bytes: Buffer;
  readonly how: string;
}

const create = {
  name: 'Fuzz',
  url: 'https://fuzz.example/',
  enabled: true,
  method: 'POST',
  http_headers: [{ http_header_key: 'X-Key', http_header_value: 'value' }],
  payload_template: '{"alert": "%AlertID%"}',
  low_alert: true,
};
const update = {
  name: 'Fuzzed',
  http_headers: {
    added: [{ http_header_key: 'X-New', http_header_value: 'v' }],
    changed: [{ http_header_id: 1, http_header_key: 'X', http_header_value: 'v' }],
    deleted: [{ http_header_id: 2 }],
  },
};

/** Repeats add weight; body mutations are the most frequent. */
const mutations: readonly Mutation[] = [
  ...bodyMutations,
  ...bodyMutations,
  ...pathMutations,
  ...pathMutations,
  ...pathMutations,
  ...headMutations,
];

/** Builds a request with one to three mutations, the same for the same choices. */
export function mutatedRequest(choices: Choices, variant: Variant, root: string): MutatedRequest {
  const draft = base(choices, variant, root);
  const names: string[] = [];
  for (let count = 1 + choices.integer(3); count > 0; count -= 1) {
    const [name, mutate] = choices.pick(mutations);
    names.push(name);
    mutate(draft, choices);
  }
  const headers = draft.framed
    ? [...draft.headers, ['Content-Length', String(draft.body.length)]]
    : draft.headers;
  const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return {
    bytes: Buffer.concat([
      Buffer.from(`${draft.method} ${draft.path} HTTP/1.1\r\n${head}\r\n`),
      draft.body,
    ]),
    how: `${draft.method} ${draft.path.slice(0, 80)}: ${names.join(', ')}`,
  };
}

function base(choices: Choices, variant: Variant, root: string): Draft {
  const id = 1 + choices.integer(20);
  const [method, path, body] = choices.pick<[string, string, unknown?]>([
    ['GET', `${root}/webhook/`],
    ['GET', `${root}/webhook/${id}`],
    ['DELETE', `${root}/webhook/${id}`],
    ['POST', `${root}/webhook/`, { ...create, ...(variant === 'B' && { payload_type: 'JOB' }) }],
    ['POST', `${root}/webhook/`, create],
    ['PUT', `${root}/webhook/${id}`, variant === 'A' ? { ...update, id } : update],
    ['PUT', `${root}/webhook/${id}`, { name: 'Only' }],
    ['GET', '/openapi.json'],
    ['GET', '/docs'],
    ['POST', '/api/token/', { username: 'anna', password: 'x' }],
  ]);
  return {
    method,
    path,
    headers: [
      ['Host', '127.0.0.1'],
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
    ],
    body: body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body)),
    framed: body !== undefined,
  };
}
