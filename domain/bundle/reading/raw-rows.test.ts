import { describe, expect, it } from 'vitest';
import { rawArray } from '../export/raw-array.ts';
import {
  choices,
  decideBundleRows,
  exported,
  kindOf,
  lifeLike,
  read,
  readable,
  sourceOf,
  target,
  valuesOf,
} from '../testing/bundles.ts';
import { rawWriter } from '../testing/raw-codec.ts';

const one = {
  id: 7,
  name: 'Pager',
  url: 'https://a.example/',
  enabled: true,
  method: 'PATCH',
  http_headers: [{ http_header_id: 3, http_header_key: 'X-Team', http_header_value: 'ops' }],
  payload_template: '%AlertName%',
  low_alert: false,
  med_alert: true,
  high_alert: true,
  cleared_alert: false,
};

const webhooksIn = (text: string) =>
  readable(text).rows.flatMap(({ content }) =>
    content.kind === 'webhook' ? [content.webhook] : [],
  );

describe('the output of curl', () => {
  it.each([
    ['the list of variant A', [one], 'A'],
    ['one webhook of variant A', one, 'A'],
    ['the list of variant B', [{ ...one, payload_type: 'JOB' }], 'B'],
    ['one webhook of variant B', { ...one, payload_type: 'JOB' }, 'B'],
  ] as const)('is read: %s', (_title, value, variant) => {
    const reading = readable(`${JSON.stringify(value, null, 4)}\n`);
    expect(reading).toMatchObject({
      kind: 'raw',
      variant,
      rows: [
        {
          key: 'pager',
          origin: { variant, formerId: 7, connection: null },
          content: {
            kind: 'webhook',
            webhook: {
              name: 'Pager',
              method: 'PATCH',
              headers: [{ name: 'X-Team', value: ['ops'] }],
              payloadType: variant === 'B' ? 'JOB' : null,
              missing: [],
            },
          },
        },
      ],
    });
  });

  it.each([
    [
      'with the heads of its answers',
      'HTTP/1.1 200 Connection established\r\n\r\nHTTP/2 200\r\ndate: x\r\n\r\n',
    ],
    ['with a byte order mark', '\ufeff'],
  ])('is read %s', (_title, before) => {
    expect(readable(before + JSON.stringify([one]))).toMatchObject({ kind: 'raw', variant: 'A' });
  });

  it('keeps its line numbers after the headers of a response', () => {
    const reading = read('HTTP/1.1 200 OK\r\ndate: x\r\n\r\n[\n  nothing\n]');
    expect(reading).toMatchObject({ kind: 'unreadable', fault: { line: 5, column: 3 } });
  });

  it('is recognized as encrypted', () => {
    expect(read('\n-----BEGIN AGE ENCRYPTED FILE-----\nYWdl')).toEqual({ kind: 'encrypted' });
    expect(read('HTTP/1.1 200 OK').kind).toBe('unreadable');
  });

  it('may omit fields, which are listed as missing', () => {
    const { rows } = readable(JSON.stringify([{ name: 'Pager', url: 'https://a.example/' }]));
    const [row] = rows;
    expect(row?.content.kind === 'webhook' && row.content.webhook.missing).toEqual([
      'method',
      'enabled',
      'payloadTemplate',
      ...['low', 'medium', 'high', 'cleared'].map((name) => `severities.${name}`),
      'headers',
    ]);
  });
});

it.each(['A', 'B'] as const)(
  'a raw list of variant %s without secrets is read back unchanged',
  (variant) => {
    const webhooks = lifeLike(variant, 60);
    const { text, secrets } = exported([sourceOf(variant, webhooks)]);
    const raw = readable([...rawArray(webhooksIn(text), variant, rawWriter)].join(''));
    expect(raw).toMatchObject({ kind: 'raw', variant });
    const made = choices({ secrets: valuesOf(secrets) });
    expect(
      decideBundleRows(raw.rows, target(variant, webhooks), made).filter(
        (row) => kindOf(row) !== 'unchanged' && row.reasons.length === 0,
      ),
    ).toEqual([]);
  },
);

it('a raw list has no values for members that the installation does not report', () => {
  const given = [{ name: 'Pager', url: 'https://a.example/', low_alert: false }, one];
  const webhooks = webhooksIn(JSON.stringify(given));
  const raw = [...rawArray(webhooks, 'A', rawWriter)].join('');
  expect(webhooksIn(raw)).toEqual(webhooks);
});
