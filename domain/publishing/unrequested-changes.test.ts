import { describe, expect, it } from 'vitest';
import {
  definitionOf,
  type Header,
  type Webhook,
  type WebhookDefinition,
} from '../webhook/webhook.ts';
import { differencesOutside, membersOutside, outsideNotes } from './unrequested-changes.ts';
import { aWebhook } from './testing/webhooks.ts';

const key: Header = { id: 70, name: 'X-Key', value: 'secret-1' };
const team: Header = { id: 71, name: 'X-Team', value: 'ops' };
const before = aWebhook(7, { headers: [key, team] });
const meant: WebhookDefinition = {
  ...definitionOf(before),
  name: 'Mine',
  headers: [{ ...key, value: 'secret-2' }, { ...team }, { id: null, name: 'X-New', value: 'n' }],
};
/** The webhook after the request was applied, without other changes. */
const applied: Webhook = {
  ...before,
  name: 'Mine',
  headers: [{ ...key, value: 'secret-2' }, { ...team }, { id: 72, name: 'X-New', value: 'n' }],
};
const [firstHeader, , newHeader] = applied.headers;
if (firstHeader === undefined || newHeader === undefined) throw new Error('A header is missing.');

describe('differences outside of a request', () => {
  it.each<[string, Partial<Webhook>, string[]]>([
    ['nothing', {}, []],
    ['a field that the request sent', { name: 'MINE' }, []],
    [
      'a header that the request sent',
      { headers: [{ ...firstHeader, value: 'x' }, team, newHeader] },
      [],
    ],
    ['other ids of headers', { headers: applied.headers.map((each, id) => ({ ...each, id })) }, []],
    ['a field', { url: 'https://b.example.com/' }, ['target URL']],
    [
      'several fields',
      { payloadTemplate: '{}', severities: { ...before.severities, low: true } },
      ['payload template', 'low alerts'],
    ],
    [
      'the value of a header',
      { headers: [firstHeader, { ...team, value: 'net' }, newHeader] },
      ['header X-Team'],
    ],
    ['a header that is gone', { headers: [firstHeader, newHeader] }, ['header X-Team']],
    [
      'a header more',
      { headers: [...applied.headers, { id: 73, name: 'X-Theirs', value: 't' }] },
      ['header X-Theirs'],
    ],
    [
      'an own header that may be stored under another name',
      { headers: [firstHeader, team, { id: 72, name: 'Renamed', value: 'other' }] },
      [],
    ],
    ['a field that is not reported', { url: '', unreported: ['url'] }, []],
  ])('are right for %s', (_, change, names) => {
    expect(differencesOutside(before, meant, { ...applied, ...change })).toEqual(names);
  });

  it('omit a header that the request deletes, even if it stays', () => {
    const without = { ...definitionOf(before), headers: [{ ...team }] };
    expect(differencesOutside(before, without, before)).toEqual([]);
  });
});

describe('members that an update does not send', () => {
  it.each<[string, Partial<Webhook>, Partial<Webhook>, string[]]>([
    ['are as before', { unknown: { owner: 'a' } }, { unknown: { owner: 'a' } }, []],
    ['have another value', { unknown: { owner: ['a'] } }, { unknown: { owner: ['b'] } }, ['owner']],
    [
      'are new or gone',
      { unknown: { owner: 1 } },
      { unknown: { revision: 2 } },
      ['owner', 'revision'],
    ],
    [
      'of an untouched header have another value',
      { unknown: { 'http_headers.1.by': 'a' } },
      { unknown: { 'http_headers.1.by': 'b' } },
      ['by of the header X-Team'],
    ],
    [
      'of a header moved with it',
      { unknown: { 'http_headers.1.by': 'a' } },
      { unknown: { 'http_headers.0.by': 'a' }, headers: [team, firstHeader, newHeader] },
      [],
    ],
    [
      'of headers that the request sends',
      {},
      { unknown: { 'http_headers.0.by': 'a', 'http_headers.2.by': 'a' } },
      [],
    ],
    ['are no longer reported', {}, { unreported: ['url'] }, ['target URL (no longer reported)']],
    ['were not reported before', { unreported: ['url'] }, {}, ['target URL (not reported before)']],
    ['are fields that the request changes', { unreported: ['name'] }, {}, []],
  ])('%s', (_, was, is, names) => {
    expect(membersOutside({ ...before, ...was }, meant, { ...applied, ...is })).toEqual(names);
  });

  it('have a note without values and without a person', () => {
    const [note] = outsideNotes(
      membersOutside({ ...before, unknown: { owner: 'value-1' } }, meant, {
        ...applied,
        unknown: { owner: 'value-2' },
      }),
    );
    expect(note).toBe('Other values on the installation changed since the last refresh: owner.');
    expect(outsideNotes([])).toEqual([]);
  });
});
