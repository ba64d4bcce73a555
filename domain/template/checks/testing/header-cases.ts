import { type NearMiss, passes, type Tripping, trips } from './cases.ts';
import { header } from './webhooks.ts';

const none = { headers: [] };
const typed = (type: string) => ({ headers: [header('content-type', type)] });
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
    { at: 'json', says: 'no media type', fixed: ['application/json'] },
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

  passes('empty-template', '.'),
  passes('empty-template', '%AlertID%'),
];
