import type { Choices, Draft, Mutation } from './draft.ts';

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

/** A random offset in the body. */
const place = ({ body }: Draft, choices: Choices): number => choices.integer(body.length + 1);
const spliced = (body: Buffer, from: number, to: number, between: Buffer): Buffer =>
  Buffer.concat([body.subarray(0, from), between, body.subarray(to)]);

export const bodyMutations: readonly Mutation[] = [
  ['a value is junk', (draft, choices) => (draft.body = withJunk(draft.body, choices, 'value'))],
  ['a field is gone', (draft, choices) => (draft.body = withJunk(draft.body, choices, 'gone'))],
  ['a field more', (draft, choices) => (draft.body = withJunk(draft.body, choices, 'more'))],
  [
    'the body is junk',
    (draft, choices) => (draft.body = Buffer.from(JSON.stringify(choices.pick(junk)))),
  ],
  [
    'a byte is another',
    (draft, choices) => {
      if (draft.body.length > 0)
        draft.body[choices.integer(draft.body.length)] = choices.integer(256);
    },
  ],
  [
    'the body is cut',
    (draft, choices) => (draft.body = draft.body.subarray(0, place(draft, choices))),
  ],
  [
    'bytes are put in',
    (draft, choices) => {
      const from = place(draft, choices);
      const bytes = choices.pick(['\u0000', '"', '\\', '{', ']', '\ufeff', 'NaN', '//', ',,']);
      draft.body = spliced(draft.body, from, from, Buffer.from(bytes));
    },
  ],
  ['the body twice', (draft) => (draft.body = Buffer.concat([draft.body, draft.body]))],
  ['the body in UTF-16', (draft) => (draft.body = Buffer.from(draft.body.toString(), 'utf16le'))],
  [
    'no UTF-8',
    (draft, choices) =>
      (draft.body = spliced(draft.body, 1, 1, Buffer.from([0xc0 + choices.integer(64)]))),
  ],
  [
    'a deep body',
    (draft, choices) => (draft.body = Buffer.from('[{"a":'.repeat(choices.integer(20_000)))),
  ],
  [
    'a long body',
    (draft, choices) =>
      (draft.body = Buffer.from(`{"name":"${'x'.repeat(choices.integer(200_000))}"}`)),
  ],
  [
    'many fields',
    (draft, choices) =>
      (draft.body = Buffer.from(
        `{${Array.from({ length: choices.integer(3_000) }, (_, index) => `"f${index}":1`).join(',')}}`,
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

/** Changes, deletes or adds one field at any depth; replaces a body without fields with junk. */
function withJunk(body: Buffer, choices: Choices, what: 'value' | 'gone' | 'more'): Buffer {
  const text = body.toString();
  const pairs = [...text.matchAll(/"\w+":("[^"]*"|true|\d+|\[|\{)/g)];
  if (pairs.length === 0) return Buffer.from(JSON.stringify(choices.pick(junk)));
  const { index, 0: pair, 1: value = '' } = choices.pick(pairs);
  if (what === 'more') {
    const more = `"${choices.pick(['id', 'http_headers', 'x', '', '__proto__', 'ünï'])}":${JSON.stringify(choices.pick(junk))},`;
    return Buffer.from(text.slice(0, index) + more + text.slice(index));
  }
  const after = text.slice(index + pair.length);
  if (what === 'gone') return Buffer.from(text.slice(0, index) + after.replace(/^,/, ''));
  const before = text.slice(0, index + pair.length - value.length);
  return Buffer.from(before + JSON.stringify(choices.pick(junk)) + after);
}
