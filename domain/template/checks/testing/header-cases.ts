import { type NearMiss, passes, type Tripping, trips } from './cases.ts';
import { header } from './webhooks.ts';

const none = { headers: [] };
const typed = (type: string) => ({ headers: [header('content-type', type)] });
const twice = (first: string, second: string) => ({
  headers: [header('Content-Type', first), header('content-type', second)],
});
const slack = { url: 'https://hooks.slack.com/services/T0/B0/x' };

export const trippingHeaders: readonly Tripping[] = [
  trips(
    'no-content-type',
    '{"a": 1}',
    { says: 'that the payload is JSON', fixed: ['application/json'] },
    none,
  ),
  trips('no-content-type', "{'a': 1}", { fixed: ['application/json'] }, none),
  trips(
    'no-content-type',
    '[{"a": "%AlertName%"}]',
    { fixed: ['application/json'] },
    { headers: [header('Accept', 'x/y')] },
  ),
  trips(
    'no-content-type',
    '<?xml version="1.0"?><a/>',
    { level: 'note', says: 'application/xml', fixed: ['application/xml'] },
    none,
  ),
  trips(
    'no-content-type',
    '<!DOCTYPE html><p>',
    { level: 'note', fixed: ['text/html; charset=utf-8'] },
    none,
  ),
  trips(
    'no-content-type',
    'alert=%AlertName%&state=%CurrentState%',
    { level: 'note', fixed: ['application/x-www-form-urlencoded'] },
    none,
  ),
  trips(
    'no-content-type',
    'state=%CurrentState% alert=%AlertName%',
    { level: 'note', fixed: ['text/plain; charset=utf-8'] },
    none,
  ),

  trips('content-type-disagrees', '<a>%AlertName%</a>', {
    at: 'application/json',
    says: 'looks like XML',
    fixed: ['application/xml'],
  }),
  trips('content-type-disagrees', 'a=%AlertName%&b=1', {
    at: 'application/json',
    says: 'looks like a form',
    fixed: ['application/x-www-form-urlencoded'],
  }),
  trips('content-type-disagrees', '<html><p>%AlertName%', {
    at: 'application/json',
    says: 'HTML',
    fixed: ['text/html; charset=utf-8'],
  }),
  trips(
    'content-type-disagrees',
    '{"a": 1}',
    { at: 'application/xml', says: 'looks like JSON', fixed: ['application/json'] },
    typed('application/xml'),
  ),
  trips(
    'content-type-disagrees',
    '{"a": 1}',
    { at: 'application/x-www-form-urlencoded', fixed: ['application/json'] },
    typed('application/x-www-form-urlencoded'),
  ),
  trips(
    'content-type-disagrees',
    '{"a": 1}',
    { at: 'text/plain', level: 'note', fixed: ['application/json'] },
    typed('text/plain'),
  ),
  trips(
    'content-type-disagrees',
    '<a/>',
    { at: 'application/x-www-form-urlencoded', fixed: ['application/xml'] },
    typed('application/x-www-form-urlencoded'),
  ),
  trips(
    'content-type-disagrees',
    '{"a": 1}',
    { at: 'json', says: 'is not a media type', fixed: ['application/json'] },
    typed('json'),
  ),
  trips(
    'content-type-disagrees',
    '{"a": 1}',
    { at: '', says: 'is empty', fixed: ['application/json'] },
    typed(''),
  ),
  trips(
    'content-type-disagrees',
    'text',
    { at: 'text', fixed: ['text/plain; charset=utf-8'] },
    typed('text'),
  ),

  trips(
    'content-type-disagrees',
    '{"a": 1}',
    { at: 'application/vnd.acme.event', level: 'note' },
    typed('application/vnd.acme.event'),
  ),
  trips(
    'content-type-disagrees',
    '<a/>',
    { at: 'application/json-rpc', says: 'looks like XML' },
    typed('application/json-rpc'),
  ),
  trips(
    'content-type-disagrees',
    '{"a": 1}',
    { at: 'application/soap+xml', says: 'looks like JSON' },
    typed('application/soap+xml'),
  ),
  trips('content-type-disagrees', 'payload={"text": "a b"}', {
    at: 'application/json',
    fixed: ['application/x-www-form-urlencoded'],
  }),

  trips(
    'content-types-contradict',
    '{"a": 1}',
    {
      at: 'application/json',
      says: 'contradict each other: “text/xml” and “application/json”.',
      fixed: ['application/json'],
    },
    twice('text/xml', 'application/json'),
  ),
  trips(
    'content-types-contradict',
    '{"a": 1}',
    { at: 'text/plain', fixed: ['application/json-rpc'] },
    twice('application/json-rpc', 'text/plain'),
  ),
  trips(
    'content-types-contradict',
    'words',
    { at: 'text/html; charset=latin1' },
    twice('text/html; charset=utf-8', 'text/html; charset=latin1'),
  ),
  trips(
    'content-types-contradict',
    '{"a": 1}',
    { at: 'text/%AlertID%' },
    twice('application/json', 'text/%AlertID%'),
  ),

  trips('empty-template', '', { at: '', says: 'empty' }),
  trips('empty-template', ' \n\t', { at: ' \n\t' }),
];

export const passingHeaders: readonly NearMiss[] = [
  passes('no-content-type', '{"a": 1}', { headers: [header('content-TYPE ', 'application/json')] }),
  passes('no-content-type', '', none),
  passes('no-content-type', 'text', typed('text/plain')),

  passes('content-type-disagrees', '{"a": 1}'),
  passes('content-type-disagrees', '{"a": 1}', typed('Application/JSON; charset=utf-8')),
  passes('content-type-disagrees', '{"a": 1}', typed('application/cloudevents+json')),
  passes('content-type-disagrees', '<a/>', typed('application/soap+xml')),
  passes('content-type-disagrees', '<html>', typed('text/html')),
  passes('content-type-disagrees', 'a=1', typed('application/x-www-form-urlencoded')),
  passes('content-type-disagrees', 'payload={"text": "%AlertName%"}', {
    ...typed('application/x-www-form-urlencoded'),
    ...slack,
  }),
  passes('content-type-disagrees', "{'a': 1}", typed('text/plain')),
  passes('content-type-disagrees', '[%AlertID%]', typed('text/plain')),
  passes('content-type-disagrees', 'plain words'),
  passes('content-type-disagrees', '<%AlertName%>', typed('text/plain')),
  passes('content-type-disagrees', '{"a": 1}', typed('text/%AlertID%')),
  passes('content-type-disagrees', '{"a": 1}', none),
  passes('content-type-disagrees', '', typed('json')),

  ...[
    'application/json-rpc',
    'application/x-amz-json-1.0',
    'application/x-amz-json-1.1',
    'application/x-json',
    'text/json',
    'application/problem+json',
    'application/x-ndjson',
    'application/jsonl',
    'application/vnd.acme.v2.json',
  ].map((type) => passes('content-type-disagrees', '{"a": 1}', typed(type))),
  passes('content-type-disagrees', '{"a": 1}', twice('text/xml', 'application/json')),

  passes('content-types-contradict', '{"a": 1}'),
  passes('content-types-contradict', '{"a": 1}', twice('application/json', 'Application/JSON')),
  passes(
    'content-types-contradict',
    '{"a": 1}',
    twice('application/json', 'application/json; charset=utf-8'),
  ),
  passes('content-types-contradict', '{"a": 1}', {
    headers: [header('Content-Type', 'application/json'), header('Accept', 'text/xml')],
  }),

  passes('empty-template', '.'),
  passes('empty-template', '%AlertID%'),
];
