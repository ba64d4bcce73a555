import { type NearMiss, passes, type Tripping, trips } from './cases.ts';
import { header, own } from './webhooks.ts';

const typed = (type: string) => ({ headers: [header('Content-Type', type)] });
const form = typed('application/x-www-form-urlencoded');
const xml = typed('application/xml');
const plain = { rules: 'plain' } as const;
const slack = { ...form, url: 'https://hooks.slack.com/services/T0/B0/x' };

export const trippingBodies: readonly Tripping[] = [
  trips('not-form', 'Disk full', { at: 'D', says: 'no field such as name=value' }, form),
  trips(
    'not-form',
    'used=50%&a=1',
    { at: '%', says: 'Write %25', fixed: ['used=50%25&a=1'] },
    form,
  ),
  trips('not-form', 'a=100%zz', { at: '%', fixed: ['a=100%25zz'] }, form),
  trips(
    'not-form',
    'payload={"text": "a & b"}',
    {
      at: '&',
      says: 'This & ends the field “payload” within its JSON. Write %26',
      fixed: ['payload={"text": "a %26 b"}'],
    },
    form,
  ),
  trips(
    'not-form',
    'payload={"text": "a+b"}&c=d+e',
    { at: '+', level: 'note', says: 'means a space', fixed: ['payload={"text": "a%2Bb"}&c=d+e'] },
    form,
  ),
  trips(
    'not-form',
    'a=1\n&b=2',
    { at: '\n', level: 'note', says: 'becomes part of a name or value', fixed: ['a=1&b=2'] },
    form,
  ),

  trips(
    'value-breaks-form',
    'name=%AlertName%&on=%ServerName%&id=%AlertID%',
    {
      at: '%AlertName%',
      level: 'note',
      says: 'A value of %AlertName% or %ServerName% can hold &, + or %, as in Awkward and Difficult values. In a form & starts a new field, + becomes a space and % starts an escape. The installation does not encode values, so no template can prevent it.',
    },
    form,
  ),
  trips(
    'value-breaks-form',
    'at=%AlertRaisedTime%',
    { at: '%AlertRaisedTime%', says: 'holds + for every event. In a form + becomes a space.' },
    form,
  ),
  trips('value-breaks-form', 'at=%AlertRaisedTime%', { at: '%AlertRaisedTime%' }, { headers: [] }),
  trips(
    'value-breaks-form',
    '%Team%=1',
    { at: '%Team%', says: '= ends the name' },
    {
      ...form,
      ownTokens: [own('Team', 'a=b')],
    },
  ),
  trips(
    'value-breaks-form',
    'payload={"text": "%AlertName%"}',
    {
      at: '%AlertName%',
      level: 'note',
      says: 'but the receiver also takes JSON',
      fixed: ['{"text": "%AlertName%"}'],
    },
    slack,
  ),
  trips(
    'value-breaks-form',
    'payload=%7B%22text%22%3A+%22%C3%A9+%AlertName%%22%7D',
    { at: '%AlertName%', level: 'note', fixed: ['{"text": "é %AlertName%"}'] },
    slack,
  ),
  // The form and the JSON inside it both have findings.
  trips(
    'value-breaks-json',
    'payload={"text": "%AlertName%"}',
    { at: '%AlertName%', level: 'note', says: 'breaks the JSON when it holds a backslash' },
    slack,
  ),
  trips(
    'value-breaks-json',
    'payload=%7B%22text%22:%22%AlertInfo%%22%7D',
    { at: '%AlertInfo%', says: 'The field “payload” is then not valid JSON' },
    slack,
  ),
  trips(
    'not-json',
    "a=1&payload={'text': '%AlertID%'}",
    {
      at: "'",
      says: 'The field “payload” is invalid JSON for every event: line 1, column 14: text is in single quotes',
      fixed: ['a=1&payload={"text": "%AlertID%"}'],
    },
    form,
  ),
  trips(
    'not-json',
    'payload=%7B%22a%22%3A+1,%7D',
    { at: '%7D', fixed: ['payload=%7B%22a%22%3A+1%7D'] },
    form,
  ),
  trips(
    'unquoted-token',
    'payload={"a": %CurrentState%}',
    { at: '%CurrentState%', fixed: ['payload={"a": "%CurrentState%"}'] },
    form,
  ),
  trips('duplicate-member', 'payload={"a": 1, "a": 2}', { at: '"a"' }, form),
  trips(
    'receiver-shape',
    'payload={"txt": "x"}',
    { at: '{', says: 'Slack wants text, blocks or attachments' },
    slack,
  ),

  trips(
    'not-xml',
    '<a>%AlertID%</b>',
    {
      at: '</b',
      says: 'malformed XML for every event: line 1, column 13: </a> is expected here',
    },
    xml,
  ),
  trips('not-xml', '<a>\n<b></a>', { at: '</a', says: 'line 2, column 4: </b>' }, xml),
  trips('not-xml', '<a>%AlertID%', { at: '<', says: '<a> is never closed' }, xml),
  trips('not-xml', '<a/><b/>', { at: '<b', says: 'outside of the outermost element' }, xml),
  trips('not-xml', '<a/>%AlertID% words', { at: 'words' }, typed('text/xml')),
  trips('not-xml', '<a b=1/>', { at: 'b', says: 'a value in quotes' }, xml),
  trips('not-xml', '<a b="1" b="2"/>', { at: 'b', says: 'b appears twice' }, xml),
  trips('not-xml', '<a b="1"c="2"/>', { at: '<a b="1"', says: 'not closed properly' }, xml),
  trips(
    'not-xml',
    '<a>R&D</a>',
    { at: '&', says: 'write &amp;', fixed: ['<a>R&amp;D</a>'] },
    typed('application/soap+xml'),
  ),
  trips('not-xml', '<a>1 < 2</a>', { at: '<', fixed: ['<a>1 &lt; 2</a>'] }, xml),
  trips('not-xml', '<a>]]></a>', { at: ']]>', fixed: ['<a>]]&gt;</a>'] }, xml),
  trips('not-xml', '<a>&nbsp;</a>', { at: '&nbsp;', says: 'does not know &nbsp;' }, xml),
  trips('not-xml', '<a><!-- b -- c --></a>', { at: '--', says: 'two hyphens' }, xml),
  trips('not-xml', '<a><![CDATA[</a>', { at: '<![CDATA[', says: 'never closed' }, xml),
  trips(
    'not-xml',
    '\n<?xml version="1.0"?><a/>',
    { at: '<?xml', says: 'very first', fixed: ['<?xml version="1.0"?><a/>'] },
    xml,
  ),
  trips('not-xml', 'words', { at: 'words' }, xml),
  trips('not-xml', '<a>\u0001</a>', { at: '\u0001', says: 'no control character' }, xml),
  trips('not-xml', '<a>%AlertID%</b>', { at: '</b' }, { headers: [] }),

  trips(
    'value-breaks-xml',
    '<a><b>%AlertName%</b><c>%AlertID% on %ServerName%</c></a>',
    {
      at: '%AlertName%',
      level: 'note',
      says: 'A value of %AlertName% or %ServerName% breaks the XML when it holds < or &, as in Difficult values. The installation does not encode values; in a CDATA section only ]]>',
      fixed: ['<a><b><![CDATA[%AlertName%]]></b><c>%AlertID% on <![CDATA[%ServerName%]]></c></a>'],
    },
    xml,
  ),
  trips(
    'value-breaks-xml',
    '<a>%Team%</a>',
    { at: '%Team%', says: 'holds & or < for every event', fixed: ['<a><![CDATA[%Team%]]></a>'] },
    { ...xml, ownTokens: [own('Team', 'R&D')] },
  ),
  trips(
    'value-breaks-xml',
    '<a b="%AlertInfo%"/>',
    { at: '%AlertInfo%', says: 'Move the placeholder from the attribute to an element' },
    xml,
  ),
  trips(
    'value-breaks-xml',
    "<a b='on %ServerName%'/>",
    { at: '%ServerName%', level: 'note', says: "when it holds ', < or &" },
    xml,
  ),
  trips(
    'value-breaks-xml',
    '<a b="%OldState%"/>',
    { at: '%OldState%', says: 'is empty, so null replaces it with its quotes' },
    xml,
  ),
  trips(
    'value-breaks-xml',
    '<%CurrentState%><%AlertName%/></%CurrentState%>',
    { at: '%AlertName%', says: 'is no XML name' },
    xml,
  ),
  trips(
    'value-breaks-xml',
    '<a><![CDATA[%Team%]]></a>',
    { at: '%Team%', says: 'No template can prevent it' },
    { ...xml, ownTokens: [own('Team', 'a]]>b')] },
  ),
];

export const passingBodies: readonly NearMiss[] = [
  passes('not-form', 'a=1&b=%20c+d&%AlertID%=%E9', form),
  passes('not-form', 'words', typed('text/plain')),
  passes('not-form', 'flag&a=1', form),
  passes('not-form', 'payload={\n"text": "a b",\n"c": "%AlertID%"\n}', form),
  passes('not-form', 'payload=%7B%22a%22%3A%22b%26c+d%22%7D', form),
  passes('not-form', 'a=%AlertName', form),
  passes('not-form', 'a=%Alert Name%', form),
  passes('not-form', 'a=50%'),

  passes('value-breaks-form', 'id=%AlertID%&state=%CurrentState%&ip=%ServerIP%', form),
  passes('value-breaks-form', 'at %AlertRaisedTime%', typed('text/plain')),
  passes('value-breaks-form', 'a=%Team%', { ...form, ownTokens: [own('Team', '7')] }),
  passes('value-breaks-form', 'at=%AlertRaisedTime%', typed('text/plain')),

  passes('value-breaks-json', 'payload={"text": "%AlertID%"}', slack),
  passes('not-json', 'payload={"text": "a & b"}', form),
  passes('not-json', 'a={b&c=[1', form),
  passes('receiver-shape', 'payload={"text": "x"}', slack),
  passes('receiver-shape', 'a={"txt": "x"}', slack),

  passes(
    'not-xml',
    '<?xml version="1.0"?>\n<!-- c --><!DOCTYPE a [<!ENTITY b ">">]><a>&b;</a>',
    xml,
  ),
  passes('not-xml', '\ufeff<a x:b="&lt;&#10;&#xA;" c=\'"\'>é&amp;<?p q?></a >\n', xml),
  passes('not-xml', '<a><![CDATA[<&]]>%AlertID%</a>', xml),
  passes('not-xml', '<%CurrentState%>%AlertID%</%CurrentState%>', xml),
  passes('not-xml', '%Xml%', {
    ...xml,
    ...plain,
    ownTokens: [own('Xml', '<a/>')],
    edits: {
      awkward: { Xml: '<a/>' },
      difficult: { Xml: '<a/>' },
    },
  }),
  passes('not-xml', '<p>R&D<br>', typed('text/html')),
  passes('not-xml', '<html><p>R&D<br></html>', { headers: [] }),
  passes('not-xml', '<a>R&D', typed('text/plain')),
  passes('not-xml', '<a>%AlertName%</a>', xml),

  passes('value-breaks-xml', '<a b="%AlertID%">%CurrentState%</a>', xml),
  passes('value-breaks-xml', '<a><![CDATA[%AlertName%: %AlertInfo%]]></a>', xml),
  passes('value-breaks-xml', "<a b='%OldState%'/>", xml),
  passes('value-breaks-xml', '<a><!-- %AlertName% --></a>', xml),
  passes('value-breaks-xml', '<a>%AlertName%</a>', typed('text/html')),
];
