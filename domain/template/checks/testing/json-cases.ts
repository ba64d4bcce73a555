import { type NearMiss, passes, type Tripping, trips } from './cases.ts';
import { header, json, own } from './webhooks.ts';

const none = { headers: [] };
const typed = (type: string) => ({ headers: [header('content-type', type)] });
const plain = { rules: 'plain' } as const;
const job = { payloadType: 'JOB' } as const;

/** Less common media types of JSON, which no fix may replace. */
const cousins = [
  'application/json-rpc',
  'application/x-amz-json-1.0',
  'application/x-amz-json-1.1',
  'application/cloudevents+json; charset=utf-8',
  'application/vnd.acme.v2.json',
];

export const trippingJson: readonly Tripping[] = [
  trips('not-json', "{'text': 'You have new alert', 'alert': '%AlertName%'}", {
    at: "'",
    says: 'for every event: line 1, column 2: text is in single quotes',
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
    says: 'The Content-Type says application/json.',
  }),
  trips('not-json', '{text: "%AlertName%"}', { at: 'text', says: 'It starts like JSON.' }, none),
  trips('not-json', '{"a": "two\nlines"}', { at: '\n', says: 'a line break' }),
  trips('not-json', '{"a": "C:\\data"}', { at: '\\d', says: 'write the backslash twice' }),
  trips('not-json', '{"used": 50%}', { at: '%' }),
  trips('not-json', '%AlertName% is %CurrentState%', {
    at: 'i',
    fixed: ['text/plain; charset=utf-8'],
  }),
  trips(
    'not-json',
    '{} {}',
    { at: '{', says: 'more text after' },
    typed('application/vnd.x+json; charset=utf-8'),
  ),
  trips(
    'not-json',
    '["%A%" %B%]',
    { level: 'note', at: '%', says: 'in Awkward and Difficult values' },
    {
      ...plain,
      ownTokens: [own('A'), own('B', '')],
      edits: { awkward: { B: 'x' }, difficult: { B: 'x' } },
    },
  ),

  trips('not-json', '{\u00a0"a": "%AlertID%"}', {
    at: '\u00a0',
    says: 'line 1, column 2: a no-break space (U+00A0); JSON allows only plain spaces',
    fixed: ['{ "a": "%AlertID%"}'],
  }),
  trips('not-json', '{"a":\n\u00a0\u202f1, "b": "\u00a0"\u3000}', {
    at: '\u00a0',
    says: 'line 2, column 1: a no-break space',
    fixed: ['{"a":\n  1, "b": "\u00a0" }'],
  }),
  trips('not-json', '{"a"\u200b: 1}', {
    at: '\u200b',
    says: 'an invisible zero-width space (U+200B)',
    fixed: ['{"a": 1}'],
  }),
  trips('not-json', '[1, \ufeff2]', {
    at: '\ufeff',
    says: 'an invisible byte order mark (U+FEFF)',
    fixed: ['[1, 2]'],
  }),
  trips('not-json', '{“text”: “%AlertID% says "hi"”}', {
    at: '“',
    says: 'this is a typographic quote; JSON needs straight double quotes',
    fixed: ['{"text": "%AlertID% says \\"hi\\""}'],
  }),
  trips('not-json', '{"text”: "%AlertID%”}', {
    at: '”',
    says: 'line 1, column 7: this is a typographic quote',
    fixed: ['{"text": "%AlertID%"}'],
  }),
  trips('not-json', '{‘text’: «x»,\u00a0"b": 1}', {
    at: '‘',
    fixed: ['{"text": "x", "b": 1}'],
  }),
  trips('not-json', '{“text”: “%AlertID%”,}', {
    at: '“',
    says: 'typographic quote',
    fixed: ['{"text": "%AlertID%",}'],
  }),
  ...['x-ndjson', 'jsonl', 'x-jsonlines'].flatMap((subtype) => [
    trips(
      'not-json',
      '{"a": 1}\n{"b": 2,}',
      { at: '}', says: 'line 2, column 9', fixed: ['{"a": 1}\n{"b": 2}'] },
      typed(`application/${subtype}`),
    ),
    trips(
      'not-json',
      '{"a": 1,\n "b": 2}',
      { at: '\n', says: 'each line must be complete JSON' },
      typed(`application/${subtype}`),
    ),
    trips('not-json', '{"a": 1} {"b": 2}', { at: '{' }, typed(`application/${subtype}`)),
  ]),
  ...cousins.map((type) => trips('not-json', 'words', { at: 'words' }, typed(type))),

  trips('duplicate-member', '{"text": 1, "b": 2, "text": "%AlertID%"}', {
    at: '"text"',
    says: 'The member "text" appears twice in this object. Most receivers use only the last one.',
  }),
  trips('duplicate-member', '[{"a": {"b": 1, "\\u0062": 2}}]', { at: '"\\u0062"' }),
  trips('duplicate-member', '{"%AlertID%": 1, "%AlertID%": 2}', { at: '"%AlertID%"' }),
  trips('duplicate-member', '{"a": [{"a": 1}], "a": {}', { at: '"a"' }),
  trips(
    'duplicate-member',
    '{"a": 1}\n{"b": 1, "b": 2}',
    { at: '"b"' },
    typed('application/x-ndjson'),
  ),

  trips('byte-order-mark', '\ufeff{"a": 1}', {
    at: '\ufeff',
    says: 'starts with an invisible byte order mark (U+FEFF). Many receivers refuse JSON',
    fixed: ['{"a": 1}'],
  }),
  trips('byte-order-mark', '\ufeff{"a": 1}', { at: '\ufeff', fixed: ['{"a": 1}'] }, none),
  trips(
    'byte-order-mark',
    '\ufeffa=1',
    { at: '\ufeff', says: 'part of the first name', fixed: ['a=1'] },
    typed('application/x-www-form-urlencoded'),
  ),
  trips(
    'byte-order-mark',
    '\ufeffwords',
    { at: '\ufeff', level: 'note', says: 'part of the text', fixed: ['words'] },
    typed('text/plain'),
  ),
  trips('not-json', '\ufeff{"a": 1,}', { at: '}', fixed: ['\ufeff{"a": 1}'] }),

  trips('unquoted-token', '{"old": %OldState%}', {
    at: '%OldState%',
    says: 'is text in LOW, MEDIUM, HIGH, CLEARED and Difficult values and is empty in First raise and Awkward',
    fixed: ['{"old": "%OldState%"}'],
  }),
  trips('unquoted-token', '{"name": %AlertName%}', {
    at: '%AlertName%',
    says: 'is text for every event',
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
    says: 'sent as is',
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
    { at: '%JobID%', level: 'note', says: 'its values are unknown' },
    job,
  ),

  trips('value-breaks-json', '{"text": "%AlertInfo%"}', {
    at: '%AlertInfo%',
    says: '%AlertInfo% holds a line break in HIGH, and it can hold a backslash or a control character. The payload is then not valid JSON. Under the rules “As observed” the installation escapes only double quotes, and no template can prevent it.',
  }),
  trips(
    'value-breaks-json',
    '{"text": "%AlertInfo%"}',
    {
      at: '%AlertInfo%',
      says: 'holds a double quote in LOW, MEDIUM and First raise and holds a double quote and a line break in HIGH, and it can hold a backslash or a control character. The payload',
    },
    plain,
  ),
  trips(
    'value-breaks-json',
    '{"text": "%AlertName%"}',
    {
      at: '%AlertName%',
      level: 'note',
      says: 'A value of %AlertName% breaks the JSON when it holds a double quote, a backslash or a line break, as in Awkward and Difficult values. Under the rules “Plain” the installation escapes nothing',
    },
    plain,
  ),
  ...[
    'AlertName',
    'ObjectName',
    'AgentName',
    'ServerName',
    'DatabaseName',
    'SchemaName',
    'PackageName',
    'DatabaseObjectName',
    'Parameters',
  ].map((name) =>
    trips('value-breaks-json', `{"text": "on %${name}%"}`, {
      at: `%${name}%`,
      level: 'note',
      says: `A value of %${name}% breaks the JSON when it holds a backslash or a line break, as in`,
    }),
  ),
  trips(
    'value-breaks-json',
    '["%AlertID%", "%ServerName% %AlertName%", "%AgentName%", "%ServerName%"]',
    {
      at: '%ServerName%',
      level: 'note',
      says: 'A value of %ServerName%, %AlertName% or %AgentName% breaks',
    },
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
    says: 'together with a quote of other text',
  }),
  trips(
    'value-breaks-json',
    '["%Path%"]',
    { at: '%Path%', says: 'holds a backslash in LOW' },
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
      // Too long: the check does not render the payload.
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
    edits: { awkward: { Rest: '0}' }, difficult: { Rest: '}' } },
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

  passes('not-json', '{"a": "“x”\u00a0\u200b‘y’"}'),
  passes('not-json', '\ufeff{"a": 1}'),
  passes('not-json', '{"a": 1}\n\n{"b": "%AlertID%"}\r\n', typed('application/x-ndjson')),
  passes('not-json', '{"a": 1}', typed('application/jsonl')),
  passes('not-json', 'words', typed('application/json5')),
  passes('not-json', 'words', typed('application/json-seq')),
  ...cousins.map((type) => passes('not-json', '{"a": "%AlertID%"}', typed(type))),

  passes('duplicate-member', '{"a": {"a": 1}, "b": [{"a": 1}, {"a": 2}]}'),
  passes('duplicate-member', '{"a": 1, "A": 2}'),
  passes('duplicate-member', '{"%AlertID%": 1, "%ServerID%": 2, %AgentID%: 3, %AgentID%: 4}'),
  passes('duplicate-member', '{"a": 1, "a": 2}', typed('text/plain')),
  passes('duplicate-member', '{"a": 1}\n{"a": 2}', typed('application/x-ndjson')),

  passes('byte-order-mark', '{"a": "\ufeff"}'),
  passes('byte-order-mark', '\ufeff<a/>', typed('application/xml')),
  passes('byte-order-mark', '\ufffe{}'),

  passes('unquoted-token', '{"id": %AlertID%, "value": %CurrentValue%}'),
  passes('unquoted-token', '{"old": "%OldState%"}'),
  passes('unquoted-token', '{"old": %OldState%}', typed('text/plain')),
  passes('unquoted-token', '[%Maybe%]', { ownTokens: [own('Maybe', 'null')] }),
  passes('unquoted-token', '[%Json%]', {
    ...plain,
    ownTokens: [own('Json', '{"a": 1}')],
    edits: { awkward: { Json: '[]' }, difficult: { Json: '[]' } },
  }),
  passes('unquoted-token', '{"x": 1%AlertID%}'),

  ...[
    'AlertID',
    'ObjectType',
    'ThresholdValue',
    'CurrentValue',
    'CurrentState',
    'OldState',
    'AlertRaisedTime',
    'AgentID',
    'ServerID',
    'ServerIP',
    'ServerPort',
  ].map((name) => passes('value-breaks-json', `{"text": "on %${name}%"}`)),
  passes('value-breaks-json', '{"text": "%AlertInfo%"}', typed('text/plain')),
  passes('value-breaks-json', '{"a %OldState%": 1}'),
  passes('value-breaks-json', '{"%OldState%": 1}', plain),
  passes('value-breaks-json', '["%Path%"]', {
    ownTokens: [own('Path', 'C:\\\\data')],
    edits: { awkward: { Path: '\\n\\u00e9' }, difficult: { Path: 'plain' } },
  }),
  passes('value-breaks-json', '["%Weather%"]'),
];
