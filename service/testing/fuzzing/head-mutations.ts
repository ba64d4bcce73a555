import type { Mutation } from './draft.ts';

/** Mutations of the path and the query. */
export const pathMutations: readonly Mutation[] = [
  [
    'an odd id',
    (draft, choices) =>
      (draft.path = draft.path.replace(
        /[^/]*$/,
        choices.pick([
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
    (draft, choices) =>
      (draft.path += choices.pick([
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
    (draft, choices) =>
      (draft.path = choices.pick([
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

/** Mutations of the method, the headers and the framing. */
export const headMutations: readonly Mutation[] = [
  [
    'another method',
    (draft, choices) =>
      (draft.method = choices.pick([
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
    (draft, choices) => {
      draft.headers = [
        ...draft.headers.filter(([name]) => name !== 'Content-Type'),
        [
          'Content-Type',
          choices.pick([
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
    (draft, choices) =>
      draft.headers.push([
        'X-Auth-Token',
        choices.pick(['', 'x', 'é', '\u0001', 'x'.repeat(5_000), 'fake-fuzz-token']),
      ]),
  ],
  [
    'a header',
    (draft, choices) =>
      draft.headers.push(
        choices.pick<[string, string]>([
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
    (draft, choices) => {
      for (let count = choices.integer(300); count > 0; count -= 1)
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
    (draft, choices) => {
      draft.framed = false;
      draft.headers.push([
        'Content-Length',
        choices.pick([
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
    (draft, choices) => {
      draft.framed = false;
      draft.headers.push([
        'Transfer-Encoding',
        choices.pick(['chunked', 'chunked, chunked', 'gzip, chunked', 'identity', 'x']),
      ]);
      draft.body = Buffer.concat([
        Buffer.from(
          choices.pick([
            `${draft.body.length.toString(16)}\r\n`,
            'ffffffffff\r\n',
            'zz\r\n',
            '5;ext=1\r\n',
            '',
          ]),
        ),
        draft.body,
        Buffer.from(choices.pick(['\r\n0\r\n\r\n', '\r\n', '0\r\n\r\n', ''])),
      ]);
    },
  ],
];
