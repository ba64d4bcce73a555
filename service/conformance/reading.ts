import assert from 'node:assert/strict';
import { type Answer, send } from './installation.ts';
import type { Rule } from './rule.ts';
import { list, sample, sampleRule, webhookOf, withSample } from './webhooks.ts';

const common = {
  id: 'number',
  name: 'string',
  url: 'string',
  enabled: 'boolean',
  method: 'string',
  http_headers: 'object',
  payload_template: 'string',
  low_alert: 'boolean',
  med_alert: 'boolean',
  high_alert: 'boolean',
  cleared_alert: 'boolean',
};
const typesOf = (variant: 'A' | 'B'): Record<string, string> =>
  variant === 'B' ? { ...common, payload_type: 'string' } : common;

const assertJson = ({ status, headers }: Answer): void => {
  assert.equal(status, 200);
  assert.match(headers.get('content-type') ?? '', /^application\/json\s*(;|$)/);
};

export const reading: readonly Rule[] = [
  sampleRule(
    'a list is a JSON array in which each id stands once',
    '§4',
    async (installation, webhook) => {
      assertJson(await send(installation, 'GET', '/webhook/'));
      const ids = (await list(installation)).map(({ id }) => id);
      assert(ids.includes(webhook.id));
      assert.equal(new Set(ids).size, ids.length);
    },
  ),
  sampleRule('a list is in the order of the ids', 'ours', async (installation) =>
    withSample(installation, async () => {
      const ids = (await list(installation)).map(({ id }) => id);
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => a - b),
      );
    }),
  ),
  sampleRule('reading one gives the same as the list', '§4', async (installation, webhook) => {
    const answer = await send(installation, 'GET', `/webhook/${webhook.id}`);
    assertJson(answer);
    assert.deepEqual(webhookOf(JSON.parse(answer.text)), webhook);
  }),
  sampleRule(
    'JSON has its media type, and nothing beside it',
    'ours',
    async (installation, { id }) => {
      for (const path of ['/webhook/', `/webhook/${id}`]) {
        const { headers } = await send(installation, 'GET', path);
        assert.equal(headers.get('content-type'), 'application/json');
      }
    },
  ),
  sampleRule(
    'the fields of a webhook have the types of the variant',
    '§2.1',
    (installation, { fields }) => {
      for (const [name, type] of Object.entries(typesOf(installation.variant))) {
        if (fields[name] !== undefined) assert.equal(typeof fields[name], type, name);
      }
    },
  ),
  sampleRule(
    'a webhook has all fields of the variant, and no others',
    'ours',
    (installation, { fields }) => {
      const names = Object.keys(typesOf(installation.variant));
      assert.deepEqual(Object.keys(fields).toSorted(), names.toSorted());
    },
  ),
  sampleRule(
    'everything that was created is listed unchanged',
    '§2.3',
    (installation, { fields, headers }) => {
      const { http_headers: sent, ...others } = sample(installation.variant);
      for (const [name, value] of Object.entries(others)) {
        assert.deepEqual(fields[name], value, name);
      }
      assert.deepEqual(
        headers.map(({ key, value }) => ({ http_header_key: key, http_header_value: value })),
        sent,
      );
    },
  ),
  ...['0', '-1', '1.0', '01', '1e3', 'seven', '%20', '9'.repeat(30), 'x'.repeat(400)].map(
    (id): Rule => ({
      title: `there is no webhook ${id.slice(0, 40)}`,
      source: 'ours',
      async check(installation) {
        for (const method of ['GET', 'DELETE']) {
          assert.equal((await send(installation, method, `/webhook/${id}`)).status, 404);
        }
        const put = await send(installation, 'PUT', `/webhook/${id}`, { body: {} });
        assert.equal(put.status, 404);
      },
    }),
  ),
];
