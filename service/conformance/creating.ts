import assert from 'node:assert/strict';
import { type Answer, send } from './installation.ts';
import type { Rule } from './rule.ts';
import {
  create,
  isOurs,
  list,
  marker,
  remove,
  sample,
  sampleRule,
  withSample,
} from './webhooks.ts';

/** Asserts status 200 without a body. The document shows no body; only this project forbids it. */
export function assertNoBody({ status, headers, text }: Answer): void {
  assert.equal(status, 200, text);
  assert.equal(text, '');
  assert.equal(headers.get('content-length'), '0');
  assert.equal(headers.get('content-type'), null);
}

export const creating: readonly Rule[] = [
  sampleRule('create answers 200, and there is one webhook more', '§4', () => undefined),
  {
    title: 'create answers without a body',
    source: 'ours',
    async check(installation) {
      const before = new Set((await list(installation)).map(({ id }) => id));
      assertNoBody(
        await send(installation, 'POST', '/webhook/', { body: sample(installation.variant) }),
      );
      for (const webhook of (await list(installation)).filter(isOurs)) {
        if (!before.has(webhook.id)) await remove(installation, webhook.id);
      }
    },
  },
  sampleRule(
    'the service gives every header an id of its own',
    '§4',
    (_installation, { headers }) => {
      assert.equal(new Set(headers.map(({ id }) => id)).size, 2);
    },
  ),
  sampleRule(
    'two equal webhooks may stand side by side, with ids and header ids of their own',
    'ours',
    (installation, first) =>
      withSample(installation, (second) => {
        const ids = [...first.headers, ...second.headers].map(({ id }) => id);
        assert.notEqual(first.id, second.id);
        assert.equal(new Set(ids).size, 4);
      }),
  ),
  {
    title: 'an id is not given again after its webhook is gone',
    source: 'ours',
    async check(installation) {
      const gone = await create(installation, sample(installation.variant));
      await remove(installation, gone.id);
      await withSample(installation, (next) => {
        assert(next.id > gone.id);
        const highest = Math.max(...gone.headers.map(({ id }) => id));
        assert(next.headers.every(({ id }) => id > highest));
      });
    },
  },
  {
    title: 'name and URL are enough; the rest has defaults',
    source: 'ours',
    async check(installation) {
      const given = { name: marker, url: `https://${marker}/` };
      const { id, fields } = await create(installation, given);
      try {
        assert.deepEqual(fields, {
          id,
          ...given,
          enabled: true,
          method: 'POST',
          http_headers: [],
          payload_template: '',
          low_alert: true,
          med_alert: true,
          high_alert: true,
          cleared_alert: true,
          ...(installation.variant === 'B' && { payload_type: 'ALERT' }),
        });
      } finally {
        await remove(installation, id);
      }
    },
  },
  {
    title: 'a template may hold any character',
    source: 'ours',
    async check(installation) {
      const payload_template = '\u0000\u0007\t\r\n\u2028\ufeff\ud83d\udd14%"\\';
      const body = { ...sample(installation.variant), payload_template };
      const { id, fields } = await create(installation, body);
      await remove(installation, id);
      assert.equal(fields.payload_template, payload_template);
    },
  },
  keepsMethods('a webhook may use any method', '§2.1', ['PATCH', 'get', 'MERGE RECORDS']),
  keepsMethods('a webhook may have no method', 'ours', ['']),
  {
    ...keepsMethods('a webhook may use POST and PUT', '§2.1', ['POST', 'PUT']),
    variants: ['A', 'B'],
  },
];

function keepsMethods(title: string, source: Rule['source'], methods: readonly string[]): Rule {
  return {
    title,
    source,
    variants: ['A'],
    async check(installation) {
      for (const method of methods) {
        const body = { ...sample(installation.variant), method };
        const { id, fields } = await create(installation, body);
        await remove(installation, id);
        assert.equal(fields.method, method);
      }
    },
  };
}
