import assert from 'node:assert/strict';
import { type Answer, send } from './installation.ts';
import type { Rule } from './rule.ts';
import { create, list, remove, sample, withSample } from './webhooks.ts';

/** Source: §4 rule 3. */
export function assertNoBody({ status, headers, text }: Answer): void {
  assert.equal(status, 200, text);
  assert.equal(text, '');
  assert.equal(headers.get('content-length'), '0');
  assert.equal(headers.get('content-type'), null);
}

export const creating: readonly Rule[] = [
  {
    title: 'create answers 200 without a body',
    source: '§4',
    async check(installation) {
      const before = new Set((await list(installation)).map(({ id }) => id));
      assertNoBody(
        await send(installation, 'POST', '/webhook/', { body: sample(installation.variant) }),
      );
      for (const { id } of await list(installation)) {
        if (!before.has(id)) await remove(installation, id);
      }
    },
  },
  {
    title: 'two equal webhooks may stand side by side, with ids and header ids of their own',
    source: '§4',
    check: (installation) =>
      withSample(installation, (first) =>
        withSample(installation, async (second) => {
          const ids = [...first.headers, ...second.headers].map(({ id }) => id);
          assert.notEqual(first.id, second.id);
          assert.equal(new Set(ids).size, 4);
          await Promise.resolve();
        }),
      ),
  },
  {
    title: 'an id is not given again after its webhook is gone',
    source: 'ours',
    async check(installation) {
      const gone = await create(installation, sample(installation.variant));
      await remove(installation, gone.id);
      await withSample(installation, async (next) => {
        assert(next.id > gone.id);
        const highest = Math.max(...gone.headers.map(({ id }) => id));
        assert(next.headers.every(({ id }) => id > highest));
        await Promise.resolve();
      });
    },
  },
  {
    title: 'name and URL are enough; the rest has defaults',
    source: 'ours',
    async check(installation) {
      const { id, fields } = await create(installation, { name: 'n', url: 'https://n.example/' });
      try {
        assert.deepEqual(fields, {
          id,
          name: 'n',
          url: 'https://n.example/',
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
    title: 'a webhook may use any method',
    source: '§2.1',
    variants: ['A'],
    async check(installation) {
      for (const method of ['PATCH', 'get', 'MERGE RECORDS', '']) {
        const { id, fields } = await create(installation, { ...sample('A'), method });
        await remove(installation, id);
        assert.equal(fields.method, method);
      }
    },
  },
];
