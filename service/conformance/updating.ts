import assert from 'node:assert/strict';
import { assertNoBody } from './creating.ts';
import { send } from './installation.ts';
import type { Rule } from './rule.ts';
import {
  applied,
  type Fields,
  list,
  marker,
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
  {
    title: 'update answers 200, and every field is as it was sent; the headers stay',
    source: '§4',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const body = wholeUpdate(installation, webhook, everyField);
        const { fields } = await updated(installation, webhook, body);
        assert.deepEqual(fields, { ...webhook.fields, ...everyField });
      }),
  },
  {
    title: 'update answers without a body',
    source: 'ours',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const body = update(installation, webhook, everyField);
        assertNoBody(await send(installation, 'PUT', `/webhook/${webhook.id}`, { body }));
      }),
  },
  ...Object.entries({ ...everyField, payload_template: '' }).map(([name, value]): Rule => ({
    title: `an update of ${name} alone changes nothing else`,
    source: 'ours',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const { fields } = await applied(installation, webhook, { [name]: value });
        assert.deepEqual(fields, { ...webhook.fields, [name]: value });
      }),
  })),
  {
    title: 'headers are added, changed and deleted by id in one update; the rest stays',
    source: '§4',
    check: (installation) =>
      withSample(installation, async (webhook) => {
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
      }),
  },
  {
    title: 'a changed header keeps its place, new ones come last, and names may repeat',
    source: 'ours',
    check: (installation) =>
      withSample(installation, async (webhook) => {
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
      }),
  },
  {
    title: 'an empty change set changes nothing',
    source: '§4',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        const body = wholeUpdate(installation, webhook);
        assert.deepEqual(await updated(installation, webhook, body), webhook);
      }),
  },
  {
    title: 'what an update leaves out stays: all of it, or members of the change set',
    source: 'ours',
    check: (installation) =>
      withSample(installation, async (webhook) => {
        assert.deepEqual(await applied(installation, webhook, {}), webhook);
        assert.deepEqual(await applied(installation, webhook, { http_headers: {} }), webhook);
      }),
  },
  {
    title: 'an update touches no other webhook',
    source: '§4',
    check: (installation) =>
      withSample(installation, (other) =>
        withSample(installation, async (webhook) => {
          const deleted = webhook.headers.map(({ id }) => ({ http_header_id: id }));
          const body = wholeUpdate(installation, webhook, everyField, { deleted });
          await updated(installation, webhook, body);
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
        const body = wholeUpdate(installation, webhook, {}, { payload_type: 'ALERT' });
        const { fields } = await updated(installation, webhook, body);
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
