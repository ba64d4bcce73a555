import fc from 'fast-check';
import { expect } from 'vitest';
import type { Got } from '../../../service/testing/receiver.ts';
import type { DeliveryHeader, DeliveryRequest } from '../delivery-request.ts';
import { pathOf, webhookHeaders } from './counting-receiver.ts';

/** A request to a receiver. `path` is the part of the URL after the origin. */
export type RequestTo = Partial<Omit<DeliveryRequest, 'url'>> & { readonly path?: string };

export const requestTo = (origin: string, { path = '/hook', ...rest }: RequestTo) => ({
  method: 'POST',
  headers: [{ name: 'Content-Type', value: 'application/json' }],
  body: '{"a": 1}',
  ...rest,
  url: origin + path,
});

const header = (name: string, value: string): DeliveryHeader => ({ name, value });

/** Requests that are hard to quote in a shell. */
export const hardRequests: readonly [string, RequestTo][] = [
  ['a plain one', {}],
  ['quotes', { body: `it's "quoted" \`so\` '' "" '"'"' \\' \\"` }],
  ['quotes alone', { body: `'` }],
  ['what shells put in', { body: '$HOME ${HOME} $(id) `id` $((1+1)) ~ * ? [a] {a,b} \\n \\\\ \\' }],
  ['percent signs', { body: '100% %s %d %b %% %20 %AlertID%' }],
  ['line breaks', { body: '\nfirst\n\nthird\n\n' }],
  ['carriage returns', { body: 'first\r\nsecond\rthird\r\n' }],
  ['tabs', { body: '{\n\t"a": "\\t",\n\t"b": 2\n}\n' }],
  ['control characters', { body: 'a\0b\u0001\u0007\b\u000b\f\u001b[31m\u007f\u0080\u009f\0' }],
  ['a null character before digits', { body: '\0' + '07\u00017' }],
  ['backslashes beside control characters', { body: '\\\t\\\\r\\c\\0101\r\\' }],
  ['exclamation marks', { body: 'Alert! !! !$ !id "!" !' }],
  ['exclamation marks in later lines', { body: 'it\'s\n!! !id "!" \\!\n!' }],
  ['an at sign at the start', { body: '@/etc/hostname' }],
  ['an at sign and a dash', { body: '@-' }],
  ['a dash at the start', { body: '--next' }],
  [
    'characters of many scripts',
    { body: 'Zürich データ 🔔🛒 \u2028 e\u0301 \ufeff “so” ‘so’ ‚so‛ „so”' },
  ],
  ['a mark at the start', { body: '\ufeff{}' }],
  ['what ends other quotes of shells', { body: 'EOF\n\'@\n"@\nEOF\n' }],
  ['comments and separators', { body: '# a; b & c | d > e < f ( g ) \\\n # h' }],
  ['what looks like a hidden value', { body: 'message=a&b=c+d%20e' }],
  ['no body', { body: '' }],
  ['no body with GET', { body: '', method: 'GET' }],
  ['no body with HEAD', { body: '', method: 'HEAD' }],
  ['no body with DELETE', { body: '', method: 'DELETE' }],
  ['no body, no headers', { body: '', headers: [] }],
  ['PUT', { method: 'PUT' }],
  ['DELETE', { method: 'DELETE' }],
  ['PATCH', { method: 'PATCH' }],
  ['GET with a body', { method: 'GET' }],
  ['no headers', { headers: [] }],
  ['a long body in one line', { body: `it's ${'"x$y!'.repeat(40_000)}` }],
  ['a long body in many lines', { body: "  it's $x % \\ 🔔\n".repeat(12_000) }],
  ['a long body with everything', { body: '\t\'"$`!\\%\r\n\0é🔔'.repeat(15_000) }],
  ['a body for which curl would ask before it sends it', { body: 'it’s '.repeat(160_000) }],
  [
    'headers',
    {
      headers: [
        header('X-Twice', 'one'),
        header('content-type', 'text/plain; charset=utf-8'),
        header('x-twice', `it's "two" \\" $HOME \`id\` %s !! \\`),
        header('X-Empty', ''),
        header('X-Blank', '  '),
        header('X-Tab', 'a\tb'),
        header('X-Scripts', 'Zürich 🔔 ‘so’ “so”'),
        header('X-At', '@/etc/hostname'),
        header('X-Semicolon', ';'),
        header("X-'Name!$`%", "it's"),
        header('Content-Length', '8'),
      ],
    },
  ],
  ['an empty Content-Type', { headers: [header('Content-Type', '')] }],
  [
    'a URL with signs',
    { path: `/a[1-3]{b,c}'d"e$HOME\`id\`!!;&|<>()*^~%20%AlertID%\\f?g='h'&i[]={j}+k l%` },
  ],
  ['a URL with dots and other scripts', { path: '/a/../b/./c/%2e%2e/Zürich/🔔?q=é#part' }],
  ['a URL without a path', { path: '' }],
];

const piece = fc.oneof(
  fc.constantFrom(
    "'",
    '"',
    '`',
    '$',
    '\\',
    '!',
    '@',
    '%',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '\0',
    ' ',
    '-',
    '#',
    "''",
    "'@",
    '"@',
    '$(id)',
    '%s',
    '\\n',
    '\\0',
    '\\c',
    '!!',
    '‘',
    '’',
    '“',
    '”',
    '🔔',
    'é',
    'token=',
    '"token": "',
    "'",
    '{',
    '}',
    '\u001b',
    '\ufeff',
    '\ud83d',
    '1',
    'abc',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));
const headerValue = text.map((value) =>
  value
    .replaceAll(/(?!\t)\p{Cc}/gu, '')
    .toWellFormed()
    .trim(),
);
const path = text.map((value) => `/${value.replaceAll(/[#\p{Cc}]/gu, '').toWellFormed()}`);

/** Random requests that HTTP can send. */
export const anyRequest: fc.Arbitrary<RequestTo> = fc.record({
  method: fc.constantFrom('POST', 'PUT', 'DELETE', 'PATCH'),
  path,
  headers: fc
    .array(fc.tuple(fc.constantFrom('X-One', 'x-two', 'X-Api-Key', 'Content-Type'), headerValue), {
      maxLength: 4,
    })
    .map((headers) => headers.map(([name, value]) => header(name, value))),
  body: text,
});

/** Expects the method, path, webhook headers and body of the request. */
export function expectArrived(got: Got | undefined, request: DeliveryRequest): void {
  expect(got?.method).toBe(request.method);
  expect(got?.path).toBe(pathOf(request.url));
  expect(got && webhookHeaders(got)).toEqual(
    request.headers
      .filter(({ name }) => name !== 'Content-Length')
      .map(({ name, value }) => ({ name, value: value.trim() })),
  );
  const isSame = got?.body.equals(Buffer.from(request.body));
  // Shortened, because a long body makes the message unreadable.
  expect(isSame, got?.body.toString().slice(0, 300)).toBe(true);
}
