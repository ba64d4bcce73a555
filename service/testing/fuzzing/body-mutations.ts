import type { Random } from '../../seeds/random.ts';
import type { Draft, Mutation } from './draft.ts';

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

/** Some place in the bytes. */
const place = ({ body }: Draft, random: Random): number => random.integer(body.length + 1);
const spliced = (body: Buffer, from: number, to: number, between: Buffer): Buffer =>
  Buffer.concat([body.subarray(0, from), between, body.subarray(to)]);

/** Mutations of a body. */
export const bodyMutations: readonly Mutation[] = [
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
