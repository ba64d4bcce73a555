import { describe, expect, it } from 'vitest';
import { readListItem, readWebhook } from './read-webhook.ts';
import { ShapeError } from './shape.ts';

const full = {
  id: 7,
  name: 'Pager',
  url: 'https://events.example.com/',
  enabled: true,
  method: 'PUT',
  http_headers: [{ http_header_id: 3, http_header_key: 'X-Key', http_header_value: 's3cret' }],
  payload_template: '%AlertID%',
  low_alert: false,
  med_alert: true,
  high_alert: true,
  cleared_alert: false,
};
const read = {
  id: 7,
  name: 'Pager',
  url: 'https://events.example.com/',
  enabled: true,
  method: 'PUT',
  headers: [{ id: 3, name: 'X-Key', value: 's3cret' }],
  payloadTemplate: '%AlertID%',
  severities: { low: false, medium: true, high: true, cleared: false },
  payloadType: null,
  unreported: [],
  unknown: {},
};
const neutral = {
  id: null,
  name: '',
  url: '',
  enabled: false,
  method: '',
  headers: [],
  payloadTemplate: '',
  severities: { low: false, medium: false, high: false, cleared: false },
  payloadType: null,
  unknown: {},
};
const allFields = [
  'headers',
  'name',
  'url',
  'method',
  'enabled',
  'payloadTemplate',
  'severities.low',
  'severities.medium',
  'severities.high',
  'severities.cleared',
];

describe('reading a webhook', () => {
  it.each([
    ['every field of A', 'A', full, read],
    ['every field of B', 'B', { ...full, payload_type: 'JOB' }, { ...read, payloadType: 'JOB' }],
    [
      'a payload type on A is read too',
      'A',
      { ...full, payload_type: 'ALERT' },
      { ...read, payloadType: 'ALERT' },
    ],
    ['no field on A', 'A', {}, { ...neutral, unreported: allFields }],
    ['no field on B', 'B', {}, { ...neutral, unreported: [...allFields, 'payloadType'] }],
    [
      'null for every field',
      'B',
      Object.fromEntries([...Object.keys(full), 'payload_type'].map((key) => [key, null])),
      { ...neutral, unreported: [...allFields, 'payloadType'] },
    ],
    [
      'a header without its fields',
      'A',
      { ...full, http_headers: [{}] },
      {
        ...read,
        headers: [{ id: null, name: '', value: '' }],
        unreported: ['headers.0.id', 'headers.0.name', 'headers.0.value'],
      },
    ],
    [
      'fields that the interface does not have',
      'A',
      {
        ...full,
        retries: { max: 3 },
        http_headers: [{ ...full.http_headers[0], secret: true }],
      },
      { ...read, unknown: { retries: { max: 3 }, 'http_headers.0.secret': true } },
    ],
    [
      'a payload type that the interface does not list',
      'B',
      { ...full, payload_type: 'EVENT' },
      { ...read, unreported: ['payloadType'], unknown: { payload_type: 'EVENT' } },
    ],
  ] as const)('%s', (_, variant, wire, expected) => {
    expect(readWebhook(wire, variant)).toStrictEqual(expected);
  });

  it('drops __proto__, and is not changed by it', () => {
    const wire: unknown = JSON.parse(
      '{"id":1,"__proto__":{"polluted":true},"http_headers":[{"__proto__":{"polluted":true}}]}',
    );
    const webhook = readWebhook(wire, 'A');
    expect(Object.getPrototypeOf(webhook.unknown)).toBe(Object.prototype);
    expect(Object.getOwnPropertyNames(webhook.unknown)).toEqual([]);
    expect('polluted' in webhook.unknown).toBe(false);
    expect(webhook.headers).toStrictEqual([{ id: null, name: '', value: '' }]);
  });

  it.each([
    ['not an object', 'text', '/3', 'an object', 'a string'],
    ['null', null, '/3', 'an object', 'null'],
    ['an array', [], '/3', 'an object', 'an array'],
    ['an id in quotes', { ...full, id: '7' }, '/3/id', 'a whole number', 'a string'],
    [
      'an id with a fraction',
      { ...full, id: 7.5 },
      '/3/id',
      'a whole number',
      'a number with a fraction',
    ],
    [
      'an id beyond counting',
      { ...full, id: 1e20 },
      '/3/id',
      'a whole number',
      'one too large to be exact',
    ],
    ['a switch as text', { ...full, enabled: 'yes' }, '/3/enabled', 'true or false', 'a string'],
    ['a name as number', { ...full, name: 1 }, '/3/name', 'a string', 'a whole number'],
    [
      'headers as object',
      { ...full, http_headers: {} },
      '/3/http_headers',
      'an array',
      'an object',
    ],
    [
      'a header value as object',
      { ...full, http_headers: [{ http_header_value: { secret: 's3cret' } }] },
      '/3/http_headers/0/http_header_value',
      'a string',
      'an object',
    ],
  ])('refuses %s, and names the place', (what, wire, pointer, expected, found) => {
    const caught = errorOf(() => readWebhook(wire, 'B', [3]));
    expect(caught).toBeInstanceOf(ShapeError);
    expect(caught).toMatchObject({ pointer, expected, found });
    expect(JSON.stringify(caught) + String(caught)).not.toContain('s3cret');
    if (['not an object', 'null', 'an array'].includes(what)) {
      expect(errorOf(() => readListItem(wire, 'B', [3]))).toMatchObject({
        pointer,
        expected,
        found,
      });
      return;
    }
    const item = readListItem(wire, 'B', [3]);
    expect(item.wrongMembers).toEqual([{ path: pointer, expected, found }]);
    expect(JSON.stringify(item.wrongMembers)).not.toContain('s3cret');
  });

  it('reads the other members of a list item, and names every wrong one', () => {
    const wire = {
      ...full,
      enabled: 'true',
      http_headers: ['X', full.http_headers[0], { http_header_value: 1 }],
      retries: 3,
    };
    const { wrongMembers, ...rest } = readListItem(wire, 'A', [0]);
    expect(wrongMembers?.map(({ path }) => path)).toEqual([
      '/0/enabled',
      '/0/http_headers/0',
      '/0/http_headers/2/http_header_value',
    ]);
    expect(rest).toMatchObject({
      name: 'Pager',
      enabled: false,
      headers: [{ name: '' }, { id: 3, name: 'X-Key', value: 's3cret' }, { value: '' }],
      unknown: { retries: 3 },
    });
    expect(rest.unreported).toContain('enabled');
  });

  it.each([
    ['7', 7],
    ['-0', 0],
    ['7.5', null],
    ['9007199254740993', null],
    ['seven', null],
  ])('takes the id %j as the given id %j, because a URL would', (id, given) => {
    expect(readListItem({ ...full, id }, 'A', [0]).id).toBe(given);
  });
});

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}
