import { type NearMiss, passes, type Tripping, trips } from './cases.ts';
import { header, json, own } from './webhooks.ts';

const none = { headers: [] };
const typed = (type: string) => ({ headers: [header('content-type', type)] });
const plain = { rules: 'plain' } as const;
const job = { payloadType: 'JOB' } as const;

export const trippingJson: readonly Tripping[] = [
  trips('not-json', "{'text': 'You have new alert', 'alert': '%AlertName%'}", {
    at: "'",
    says: 'in every scenario: line 1, column 2: text stands in single quotes',
    fixed: ['{"text": "You have new alert", "alert": "%AlertName%"}'],
  }),
  trips('not-json', `{'a': "it's", 'b': 'say "hi" and it\\'s'}`, {
    at: "'",
    fixed: [`{"a": "it's", "b": "say \\"hi\\" and it's"}`],
  }),
  trips('not-json', "{'a': 'it's'}", { at: "'" }),
  trips('not-json', "{'a': '%AlertName%'}", { at: "'", fixed: ['{"a": "%AlertName%"}'] }, none),
  trips('not-json', '{"a": 1,}', { at: '}', says: 'a name in double quotes', fixed: ['{"a": 1}'] }),
  trips('not-json', '["%AlertName%" , \n]', { at: ']', fixed: ['["%AlertName%"  \n]'] }),
  trips('not-json', '[1,,]', { at: ',' }),
  trips('not-json', '{"a": "%AlertName%"', { at: '"', says: 'a comma or a closing bracket' }),
  trips('not-json', '{"a" "%AlertName%"}', { at: '"', says: 'a colon' }),
  trips('not-json', '{text: "%AlertName%"}', {
    at: 'text',
    says: 'The Content-Type says that it is',
  }),
  trips('not-json', '{text: "%AlertName%"}', { at: 'text', says: 'It begins like JSON' }, none),
  trips('not-json', '{"a": "two\nlines"}', { at: '\n', says: 'a line break' }),
  trips('not-json', '{"a": "C:\\data"}', { at: '\\d', says: 'write it twice' }),
  trips('not-json', '{"used": 50%}', { at: '%' }),
  trips('not-json', '%AlertName% is %CurrentState%', {
    at: 'i',
    fixed: ['text/plain; charset=utf-8'],
  }),
  trips(
    'not-json',
    '{} {}',
    { at: '{', says: 'more text behind' },
    typed('application/vnd.x+json; charset=utf-8'),
  ),
  trips(
    'not-json',
    '["%A%" %B%]',
    { level: 'note', at: '%', says: 'in Awkward' },
    {
      ...plain,
      ownTokens: [own('A'), own('B', '')],
      edits: { awkward: { B: 'x' } },
    },
  ),

  trips('unquoted-token', '{"old": %OldState%}', {
    at: '%OldState%',
    says: 'is text in LOW, MEDIUM, HIGH and CLEARED and is empty in First raise and Awkward',
    fixed: ['{"old": "%OldState%"}'],
  }),
  trips('unquoted-token', '{"name": %AlertName%}', {
    at: '%AlertName%',
    says: 'is text in every scenario',
    fixed: ['{"name": "%AlertName%"}'],
  }),
  trips('unquoted-token', '{"port": %ServerPort%}', {
    at: '%ServerPort%',
    level: 'note',
    says: 'is empty in Awkward',
    fixed: ['{"port": "%ServerPort%"}'],
  }),
  trips(
    'unquoted-token',
    '[1, %SchemaName%]',
    { at: '%SchemaName%', fixed: ['[1, "%SchemaName%"]'] },
    plain,
  ),
  trips('unquoted-token', '{"x": %Weather%}', {
    at: '%Weather%',
    says: 'left as it stands',
    fixed: ['{"x": "%Weather%"}'],
  }),
  trips('unquoted-token', '{"x": %alertid%}', { at: '%alertid%', fixed: ['{"x": "%alertid%"}'] }),
  trips('unquoted-token', '{%ObjectType%: 1}', {
    at: '%ObjectType%',
    fixed: ['{"%ObjectType%": 1}'],
  }),
  trips('unquoted-token', '{%AlertID%: 1}', { at: '%AlertID%', fixed: ['{"%AlertID%": 1}'] }),
  trips('unquoted-token', '{%Parameters%}', { at: '%Parameters%' }),
  trips('unquoted-token', '["on "%ObjectName%]', { at: '"on "%ObjectName%' }),
  trips('unquoted-token', '[v%AlertID%]', { at: 'v%AlertID%', fixed: ['["v%AlertID%"]'] }),
  trips('unquoted-token', '[%AlertName%%AlertID%]', {
    at: '%AlertName%%AlertID%',
    fixed: ['["%AlertName%%AlertID%"]'],
  }),
  trips(
    'unquoted-token',
    '[%List%]',
    { at: '%List%', says: 'in HIGH' },
    {
      ownTokens: [own('List', '[1]')],
      edits: { HIGH: { List: 'x' } },
    },
  ),
  trips(
    'unquoted-token',
    '{"id": %JobID%}',
    { at: '%JobID%', level: 'note', says: 'not known here' },
    job,
  ),

  trips('value-breaks-json', '{"text": "%AlertInfo%"}', {
    at: '%AlertInfo%',
    says: 'holds a line break in HIGH and holds a backslash in Awkward. Under the rules “As observed”',
  }),
  trips(
    'value-breaks-json',
    '{"text": "%AlertInfo%"}',
    {
      at: '%AlertInfo%',
      says: 'holds a double quote in LOW, MEDIUM, HIGH, First raise and Awkward. Under the rules “Plain”',
    },
    plain,
  ),
  trips(
    'value-breaks-json',
    '{"text": "%AlertName%"}',
    { at: '%AlertName%', level: 'note', says: 'a double quote in Awkward' },
    plain,
  ),
  trips('value-breaks-json', '{"text": "see %Parameters% there"}', {
    at: '%Parameters%',
    level: 'note',
    says: 'in Awkward',
  }),
  trips('value-breaks-json', '{"%SchemaName%": 1}', {
    at: '%SchemaName%',
    says: 'is a name and empty',
  }),
  trips('value-breaks-json', '["a \\"%SchemaName%"]', {
    at: '%SchemaName%',
    says: 'takes a quote with it',
  }),
  trips(
    'value-breaks-json',
    '["%Path%"]',
    { at: '%Path%', says: 'a backslash in every scenario' },
    { ownTokens: [own('Path', 'C:\\data')] },
  ),
  trips(
    'value-breaks-json',
    '["%Path%"]',
    { at: '%Path%', says: 'a backslash' },
    { ownTokens: [own('Path', 'end\\')] },
  ),
  trips(
    'value-breaks-json',
    '["%Tab%"]',
    { at: '%Tab%', says: 'a control character' },
    { ownTokens: [own('Tab', 'a\tb')] },
  ),
  trips(
    'value-breaks-json',
    '["%JobName%"]',
    { at: '%JobName%', level: 'note' },
    { ...job, ownTokens: [own('JobName', 'vacuum')] },
  ),
  trips(
    'value-breaks-json',
    '["%AlertID%"]',
    { at: '%AlertID%', says: 'in CLEARED' },
    { edits: { CLEARED: { AlertID: 'a\nb' } } },
  ),
  trips(
    'value-breaks-json',
    '["%AlertID%", "x"]',
    { at: '%AlertID%', says: 'in MEDIUM' },
    {
      // So long that the payload itself is not made.
      ...plain,
      edits: { MEDIUM: { AlertID: '"'.repeat(1_200_000) } },
    },
  ),
];

export const passingJson: readonly NearMiss[] = [
  passes('not-json', '{"text": "%AlertName%"}'),
  passes('not-json', '{"a": %AlertID%, "b": ["%AlertInfo%", %OldState%]}'),
  passes('not-json', `{"text": "it's"}`),
  passes('not-json', '%AlertID%'),
  passes('not-json', '{%Members%}', { ownTokens: [own('Members', '"a": 1')] }),
  passes('not-json', '{"a": 1%Rest%', {
    ...plain,
    ownTokens: [own('Rest', '}')],
    edits: { awkward: { Rest: '0}' } },
  }),
  passes('not-json', "{'text': '%AlertName%'}", typed('text/plain')),
  passes('not-json', '<a b="%AlertName%"/>', typed('application/xml')),
  passes('not-json', '<a b="%AlertName%"/>'),
  passes('not-json', 'a=%AlertName%&b=1', typed('application/x-www-form-urlencoded')),
  passes('not-json', '%AlertName% is %CurrentState%', none),
  passes('not-json', '[%CurrentState%] %AlertName%', none),
  passes('not-json', '[2025-03-14] %AlertName%', none),
  passes('not-json', ' \n'),
  passes('not-json', '{a}', {
    headers: [header('CONTENT-TYPE', 'Text/Plain;charset=utf-8'), json],
  }),

  passes('unquoted-token', '{"id": %AlertID%, "value": %CurrentValue%}'),
  passes('unquoted-token', '{"old": "%OldState%"}'),
  passes('unquoted-token', '{"old": %OldState%}', typed('text/plain')),
  passes('unquoted-token', '[%SchemaName%]', plain),
  passes('unquoted-token', '[%Maybe%]', { ownTokens: [own('Maybe', 'null')] }),
  passes('unquoted-token', '[%Json%]', {
    ...plain,
    ownTokens: [own('Json', '{"a": 1}')],
    edits: { awkward: { Json: '[]' } },
  }),
  passes('unquoted-token', '{"x": 1%AlertID%}'),

  passes('value-breaks-json', '{"text": "%AlertName%"}'),
  passes('value-breaks-json', '{"text": "%SchemaName%", "b": "x %SchemaName%"}'),
  passes('value-breaks-json', '{"text": "%AlertInfo%"}', typed('text/plain')),
  passes('value-breaks-json', '{"a %SchemaName%": 1}'),
  passes('value-breaks-json', '{"%SchemaName%": 1}', plain),
  passes('value-breaks-json', '["%Path%"]', {
    ownTokens: [own('Path', 'C:\\\\data')],
    edits: { awkward: { Path: '\\n\\u00e9' } },
  }),
  passes('value-breaks-json', '["%Weather%"]'),
];
