import type { Random } from '../seeds/random.ts';
import type { Variant } from '../webhooks/bodies.ts';

/** The bytes of a request, and in words what was done to them. */
export interface MutatedRequest {
  readonly bytes: Buffer;
  readonly how: string;
}

interface Draft {
  method: string;
  path: string;
  headers: [string, string][];
  body: Buffer;
  /** Whether Content-Length is added; a mutation of the framing says it itself. */
  framed: boolean;
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

const junk: readonly unknown[] = [
  null,
  true,
  -1,
  1e308,
  9_007_199_254_740_992,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\r\nX: y',
  '../../etc/passwd',
  "'; DROP TABLE webhook; --",
  '%AlertID%',
  '{{constructor}}',
  [],
  [[[[[[]]]]]],
  {},
  { __proto__x: 1 },
  'x'.repeat(5_000),
];

/** A request of the interface, with one to three things about it changed. The same for the same chance. */
export function mutatedRequest(random: Random, variant: Variant, root: string): MutatedRequest {
  const draft = base(random, variant, root);
  const names: string[] = [];
  for (let count = 1 + random.integer(3); count > 0; count -= 1) {
    const [name, mutate] = random.pick(mutations);
    names.push(name);
    mutate(draft, random);
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

function base(random: Random, variant: Variant, root: string): Draft {
  const id = 1 + random.integer(20);
  const [method, path, body] = random.pick<[string, string, unknown?]>([
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

type Mutation = readonly [string, (draft: Draft, random: Random) => void];

/** Some place in the bytes. */
const place = ({ body }: Draft, random: Random): number => random.integer(body.length + 1);
const spliced = (body: Buffer, from: number, to: number, between: Buffer): Buffer =>
  Buffer.concat([body.subarray(0, from), between, body.subarray(to)]);

const bodyMutations: readonly Mutation[] = [
  ['a value is junk', (draft, random) => (draft.body = withJunk(draft.body, random, 'value'))],
  ['a field is gone', (draft, random) => (draft.body = withJunk(draft.body, random, 'gone'))],
  ['a field more', (draft, random) => (draft.body = withJunk(draft.body, random, 'more'))],
  [
    'the body is junk',
    (draft, random) => (draft.body = Buffer.from(JSON.stringify(random.pick(junk)))),
  ],
  [
    'a byte is another',
    (draft, random) => {
      if (draft.body.length > 0)
        draft.body[random.integer(draft.body.length)] = random.integer(256);
    },
  ],
  [
    'the body is cut',
    (draft, random) => (draft.body = draft.body.subarray(0, place(draft, random))),
  ],
  [
    'bytes are put in',
    (draft, random) => {
      const from = place(draft, random);
      const bytes = random.pick(['\u0000', '"', '\\', '{', ']', '\ufeff', 'NaN', '//', ',,']);
      draft.body = spliced(draft.body, from, from, Buffer.from(bytes));
    },
  ],
  ['the body twice', (draft) => (draft.body = Buffer.concat([draft.body, draft.body]))],
  ['the body in UTF-16', (draft) => (draft.body = Buffer.from(draft.body.toString(), 'utf16le'))],
  [
    'no UTF-8',
    (draft, random) =>
      (draft.body = spliced(draft.body, 1, 1, Buffer.from([0xc0 + random.integer(64)]))),
  ],
  [
    'a deep body',
    (draft, random) => (draft.body = Buffer.from('[{"a":'.repeat(random.integer(20_000)))),
  ],
  [
    'a long body',
    (draft, random) =>
      (draft.body = Buffer.from(`{"name":"${'x'.repeat(random.integer(200_000))}"}`)),
  ],
  [
    'many fields',
    (draft, random) =>
      (draft.body = Buffer.from(
        `{${Array.from({ length: random.integer(3_000) }, (_, index) => `"f${index}":1`).join(',')}}`,
      )),
  ],
  [
    'a field twice',
    (draft) =>
      (draft.body = Buffer.from(draft.body.toString().replace('{', '{"name":"first","name":7,'))),
  ],
  [
    '__proto__',
    (draft) =>
      (draft.body = Buffer.from(
        draft.body.toString().replace('{', '{"__proto__":{"enabled":true},'),
      )),
  ],
  [
    'constructor',
    (draft) =>
      (draft.body = Buffer.from(
        draft.body.toString().replace('{', '{"constructor":{"prototype":{}},'),
      )),
  ],
];

const pathMutations: readonly Mutation[] = [
  [
    'an odd id',
    (draft, random) =>
      (draft.path = draft.path.replace(
        /[^/]*$/,
        random.pick([
          '0',
          '-1',
          '1e1',
          '01',
          '9'.repeat(40),
          '%31',
          '%00',
          '%ZZ',
          '%',
          '..',
          '%2e%2e',
          '%2f',
          'é',
          '1;a=b',
          '1%20',
          '\u00ff',
          'x'.repeat(1_200),
        ]),
      )),
  ],
  [
    'a query',
    (draft, random) =>
      (draft.path += random.pick([
        '?',
        '?a',
        '?a=%ZZ',
        '?__proto__[a]=1',
        `?${'q'.repeat(3_000)}`,
        '#f',
        '?id=1&id=2',
        '??',
      ])),
  ],
  [
    'another place',
    (draft, random) =>
      (draft.path = random.pick([
        '/',
        '//',
        '*',
        '',
        '/webhook/',
        '/api',
        `//x${draft.path}`,
        `http://x${draft.path}`,
        `/..${draft.path}`,
        `${draft.path}/`,
        draft.path.toUpperCase(),
        '/practice/faults',
        '/api/token',
        '\\',
        `${draft.path}\u0001`,
      ])),
  ],
];

const headMutations: readonly Mutation[] = [
  [
    'another method',
    (draft, random) =>
      (draft.method = random.pick([
        'GET',
        'POST',
        'PUT',
        'DELETE',
        'PATCH',
        'HEAD',
        'OPTIONS',
        'TRACE',
        'CONNECT',
        'PROPFIND',
        'M-SEARCH',
        'get',
        'FROB',
        '',
        'GET\t',
      ])),
  ],
  [
    'another type',
    (draft, random) => {
      draft.headers = [
        ...draft.headers.filter(([name]) => name !== 'Content-Type'),
        [
          'Content-Type',
          random.pick([
            'text/plain',
            'application/json; charset=latin1',
            'application/json;',
            'application/jsonx',
            '',
            ';;;',
            'multipart/form-data; boundary=x',
            'APPLICATION/JSON',
            'application/problem+json',
            'x'.repeat(500),
          ]),
        ],
      ];
    },
  ],
  [
    'a token',
    (draft, random) =>
      draft.headers.push([
        'X-Auth-Token',
        random.pick(['', 'x', 'é', '\u0001', 'x'.repeat(5_000), 'fake-fuzz-token']),
      ]),
  ],
  [
    'a header',
    (draft, random) =>
      draft.headers.push(
        random.pick<[string, string]>([
          ['Accept', 'text/html'],
          ['Accept', ''],
          ['Expect', '100-continue'],
          ['Expect', 'magic'],
          ['Upgrade', 'h2c'],
          ['Connection', 'Upgrade'],
          ['Connection', 'close'],
          ['Origin', 'null'],
          ['Host', 'other'],
          ['Range', 'bytes=0-1'],
          ['If-Match', '*'],
          ['X Y', 'z'],
          ['', 'z'],
          ['X', 'a\nb'],
          ['X', 'x'.repeat(17_000)],
          ['Content-Encoding', 'gzip'],
          ['Cookie', 'x'.repeat(4_000)],
          ['HTTP2-Settings', 'AAA'],
          ['Sec-WebSocket-Key', 'x'],
          ['X-HTTP-Method-Override', 'DELETE'],
        ]),
      ),
  ],
  [
    'many headers',
    (draft, random) => {
      for (let count = random.integer(300); count > 0; count -= 1)
        draft.headers.push([`X-${count}`, 'v']);
    },
  ],
  [
    'no host',
    (draft) => {
      draft.headers = draft.headers.filter(([name]) => name !== 'Host');
    },
  ],
  [
    'another length',
    (draft, random) => {
      draft.framed = false;
      draft.headers.push([
        'Content-Length',
        random.pick([
          '0',
          '1',
          '-1',
          '1e2',
          '99999999999999999999',
          '2000000',
          String(draft.body.length + 5),
          'x',
          '',
        ]),
      ]);
    },
  ],
  [
    'no length',
    (draft) => {
      draft.framed = false;
    },
  ],
  [
    'chunked',
    (draft, random) => {
      draft.framed = false;
      draft.headers.push([
        'Transfer-Encoding',
        random.pick(['chunked', 'chunked, chunked', 'gzip, chunked', 'identity', 'x']),
      ]);
      draft.body = Buffer.concat([
        Buffer.from(
          random.pick([
            `${draft.body.length.toString(16)}\r\n`,
            'ffffffffff\r\n',
            'zz\r\n',
            '5;ext=1\r\n',
            '',
          ]),
        ),
        draft.body,
        Buffer.from(random.pick(['\r\n0\r\n\r\n', '\r\n', '0\r\n\r\n', ''])),
      ]);
    },
  ],
];

/** Bodies most often: there is most to get wrong. */
const mutations: readonly Mutation[] = [
  ...bodyMutations,
  ...bodyMutations,
  ...pathMutations,
  ...pathMutations,
  ...pathMutations,
  ...headMutations,
];

/** The body with one of its values changed, however deep it is; junk where it is no JSON any more. */
function withJunk(body: Buffer, random: Random, what: 'value' | 'gone' | 'more'): Buffer {
  const text = body.toString();
  const pairs = [...text.matchAll(/"\w+":("[^"]*"|true|\d+|\[|\{)/g)];
  if (pairs.length === 0) return Buffer.from(JSON.stringify(random.pick(junk)));
  const { index, 0: pair, 1: value = '' } = random.pick(pairs);
  if (what === 'more') {
    const more = `"${random.pick(['id', 'http_headers', 'x', '', '__proto__', 'ünï'])}":${JSON.stringify(random.pick(junk))},`;
    return Buffer.from(text.slice(0, index) + more + text.slice(index));
  }
  const after = text.slice(index + pair.length);
  if (what === 'gone') return Buffer.from(text.slice(0, index) + after.replace(/^,/, ''));
  const before = text.slice(0, index + pair.length - value.length);
  return Buffer.from(before + JSON.stringify(random.pick(junk)) + after);
}
