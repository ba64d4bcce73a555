import assert from 'node:assert/strict';
import { assertNoBody } from './creating.ts';
import { send } from './installation.ts';
import type { Rule } from './rule.ts';
import {
  applied,
  type Fields,
  list,
  marker,
  sampleRule,
  update,
  updated,
  wholeUpdate,
  withSample,
} from './webhooks.ts';

const header = (key: string, value: string) => ({ http_header_key: key, http_header_value: value });

const everyField: Fields = {
  name: `Renamed ${marker} 🔔`,
  url: `http://other.${marker}/`,
  enabled: true,
  method: 'POST',
  payload_template: 'another',
  low_alert: false,
  med_alert: true,
  high_alert: false,
  cleared_alert: true,
};

export const updating: readonly Rule[] = [
  sampleRule(
    'update answers 200, and every field is as it was sent; the headers stay',
    '§4',
    async (installation, webhook) => {
      const body = wholeUpdate(installation, webhook, everyField);
      const { fields } = await updated(installation, webhook, body);
      assert.deepEqual(fields, { ...webhook.fields, ...everyField });
    },
  ),
  sampleRule('update answers without a body', 'ours', async (installation, webhook) => {
    const body = update(installation, webhook, everyField);
    assertNoBody(await send(installation, 'PUT', `/webhook/${webhook.id}`, { body }));
  }),
  ...Object.entries({ ...everyField, payload_template: '' }).map(([name, value]) =>
    sampleRule(
      `an update of ${name} alone changes nothing else`,
      'ours',
      async (installation, webhook) => {
        const { fields } = await applied(installation, webhook, { [name]: value });
        assert.deepEqual(fields, { ...webhook.fields, [name]: value });
      },
    ),
  ),
  sampleRule(
    'headers are added, changed and deleted by id in one update; the rest stays',
    '§4',
    async (installation, webhook) => {
      const [first, second] = webhook.headers;
      assert(first !== undefined && second !== undefined);
      const body = wholeUpdate(
        installation,
        webhook,
        {},
        {
          added: [header('X-New', 'new'), header('X-Newer', 'newer')],
          changed: [{ http_header_id: second.id, ...header('X-Other', 'other') }],
          deleted: [{ http_header_id: first.id }],
        },
      );
      const after = await updated(installation, webhook, body);
      const values = new Map(after.headers.map(({ key, value }) => [key, value]));
      assert.deepEqual(
        [...values].toSorted(([a], [b]) => String(a).localeCompare(String(b))),
        [
          ['X-New', 'new'],
          ['X-Newer', 'newer'],
          ['X-Other', 'other'],
        ],
      );
      const ids = after.headers.map(({ id }) => id);
      assert(ids.includes(second.id), 'a changed header keeps its id');
      assert.equal(new Set([first.id, ...ids]).size, 4, 'new headers have new ids');
      assert.deepEqual(
        { ...after.fields, http_headers: 0 },
        { ...webhook.fields, http_headers: 0 },
      );
    },
  ),
  sampleRule(
    'a changed header keeps its place, new ones come last, and names may repeat',
    'ours',
    async (installation, webhook) => {
      const [first] = webhook.headers;
      assert(first !== undefined);
      const { headers } = await applied(installation, webhook, {
        http_headers: {
          added: [header('X-New', 'new'), header('X-New', 'again')],
          changed: [{ http_header_id: first.id, ...header('X-New', 'changed') }],
        },
      });
      assert.deepEqual(
        headers.map(({ key, value }) => [key, value]),
        [
          ['X-New', 'changed'],
          [webhook.headers[1]?.key, webhook.headers[1]?.value],
          ['X-New', 'new'],
          ['X-New', 'again'],
        ],
      );
    },
  ),
  sampleRule('an empty change set changes nothing', '§4', async (installation, webhook) => {
    const body = wholeUpdate(installation, webhook);
    assert.deepEqual(await updated(installation, webhook, body), webhook);
  }),
  sampleRule(
    'what an update leaves out stays: all of it, or members of the change set',
    'ours',
    async (installation, webhook) => {
      assert.deepEqual(await applied(installation, webhook, {}), webhook);
      assert.deepEqual(await applied(installation, webhook, { http_headers: {} }), webhook);
    },
  ),
  sampleRule('an update touches no other webhook', '§4', (installation, other) =>
    withSample(installation, async (webhook) => {
      const deleted = webhook.headers.map(({ id }) => ({ http_header_id: id }));
      const body = wholeUpdate(installation, webhook, everyField, { deleted });
      await updated(installation, webhook, body);
      const found = (await list(installation)).find(({ id }) => id === other.id);
      assert.deepEqual(found, other);
    }),
  ),
  sampleRule(
    'payload_type is updated inside http_headers',
    '§2.4',
    async (installation, webhook) => {
      const body = wholeUpdate(installation, webhook, {}, { payload_type: 'ALERT' });
      const { fields } = await updated(installation, webhook, body);
      assert.deepEqual(fields, { ...webhook.fields, payload_type: 'ALERT' });
    },
    { variants: ['B'] },
  ),
  sampleRule(
    'the id in the body may be left out',
    'ours',
    async (installation, { id }) => {
      assertNoBody(await send(installation, 'PUT', `/webhook/${id}`, { body: { name: 'n' } }));
    },
    { variants: ['A'] },
  ),
  {
    title: 'there is nothing to update where there is no webhook',
    source: 'ours',
    async check(installation) {
      const answer = await send(installation, 'PUT', '/webhook/999999999', { body: {} });
      assert.equal(answer.status, 404);
    },
  },
];
