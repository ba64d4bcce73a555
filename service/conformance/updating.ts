import assert from 'node:assert/strict';
import { assertNoBody } from './creating.ts';
import { send } from './installation.ts';
import type { Rule } from './rule.ts';
import { applied, type Fields, list, update, withSample } from './webhooks.ts';

const header = (key: string, value: string) => ({ http_header_key: key, http_header_value: value });

const everyField: Fields = {
  name: 'Renamed 🔔',
  url: 'http://other.example/',
  enabled: true,
  method: 'POST',
  payload_template: '',
  low_alert: false,
  med_alert: true,
  high_alert: false,
  cleared_alert: true,
};

export const updating: readonly Rule[] = [
  {
    title: 'update answers 200 without a body',
    source: '§4',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const body = update(installation, webhook, everyField);
        assertNoBody(await send(installation, 'PUT', `/webhook/${webhook.id}`, { body }));
      }),
  },
  ...Object.entries(everyField).map(([name, value]): Rule => ({
    title: `an update of ${name} alone changes nothing else`,
    source: '§2.4',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const { fields } = await applied(installation, webhook, { [name]: value });
        assert.deepEqual(fields, { ...webhook.fields, [name]: value });
      }),
  })),
  {
    title: 'headers are added, changed and deleted by id in one update; the others stay',
    source: '§4',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const [first, second] = webhook.headers;
        assert(first !== undefined && second !== undefined);
        const after = await applied(installation, webhook, {
          http_headers: {
            added: [header('X-New', 'new'), header('X-New', 'again')],
            changed: [{ http_header_id: second.id, ...header('X-Other', 'other') }],
            deleted: [{ http_header_id: first.id }],
          },
        });
        assert.deepEqual(
          after.headers.map(({ key, value }) => [key, value]),
          [
            ['X-Other', 'other'],
            ['X-New', 'new'],
            ['X-New', 'again'],
          ],
        );
        const ids = after.headers.map(({ id }) => id);
        assert.equal(ids[0], second.id);
        assert.equal(new Set([first.id, ...ids]).size, 4, 'new headers have new ids');
        assert.deepEqual(
          { ...after.fields, http_headers: 0 },
          { ...webhook.fields, http_headers: 0 },
        );
      }),
  },
  {
    title: 'an empty change set changes nothing',
    source: '§4',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const http_headers = { added: [], changed: [], deleted: [] };
        assert.deepEqual(await applied(installation, webhook, { http_headers }), webhook);
        assert.deepEqual(await applied(installation, webhook, { http_headers: {} }), webhook);
        assert.deepEqual(await applied(installation, webhook, {}), webhook);
      }),
  },
  {
    title: 'an update touches no other webhook',
    source: '§4',
    check: (installation) =>
      withSample(installation, (other) =>
        withSample(installation, async (webhook) => {
          await applied(installation, webhook, {
            ...everyField,
            http_headers: { deleted: webhook.headers.map(({ id }) => ({ http_header_id: id })) },
          });
          const found = (await list(installation)).find(({ id }) => id === other.id);
          assert.deepEqual(found, other);
        }),
      ),
  },
  {
    title: 'payload_type is updated inside http_headers',
    source: '§2.4',
    variants: ['B'],
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const http_headers = { added: [], changed: [], deleted: [], payload_type: 'ALERT' };
        const { fields } = await applied(installation, webhook, { http_headers });
        assert.deepEqual(fields, { ...webhook.fields, payload_type: 'ALERT' });
      }),
  },
  {
    title: 'the id in the body may be left out',
    source: 'ours',
    variants: ['A'],
    check: (installation) =>
      withSample(installation, async ({ id }) => {
        assertNoBody(await send(installation, 'PUT', `/webhook/${id}`, { body: { name: 'n' } }));
      }),
  },
  {
    title: 'there is nothing to update where there is no webhook',
    source: 'ours',
    async check(installation) {
      const answer = await send(installation, 'PUT', '/webhook/999999999', { body: {} });
      assert.equal(answer.status, 404);
    },
  },
];
