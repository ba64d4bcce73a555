import assert from 'node:assert/strict';
import { assertNoBody } from './creating.ts';
import { send } from './installation.ts';
import type { Rule } from './rule.ts';
import { list, sampleRule, withSample } from './webhooks.ts';

export const deleting: readonly Rule[] = [
  sampleRule(
    'delete answers 200, and the webhook is gone; the others stay',
    '§4',
    (installation, other) =>
      withSample(installation, async ({ id }) => {
        const { status, text } = await send(installation, 'DELETE', `/webhook/${id}`);
        assert.equal(status, 200, text);
        assert.notEqual((await send(installation, 'GET', `/webhook/${id}`)).status, 200);
        const left = await list(installation);
        assert(left.every((webhook) => webhook.id !== id));
        assert.deepEqual(
          left.find((webhook) => webhook.id === other.id),
          other,
        );
      }),
  ),
  sampleRule('delete answers without a body', 'ours', async (installation, { id }) => {
    assertNoBody(await send(installation, 'DELETE', `/webhook/${id}`));
  }),
  sampleRule(
    'a webhook is deleted once, and is not found then',
    'ours',
    async (installation, { id }) => {
      await send(installation, 'DELETE', `/webhook/${id}`);
      assert.equal((await send(installation, 'GET', `/webhook/${id}`)).status, 404);
      assert.equal((await send(installation, 'DELETE', `/webhook/${id}`)).status, 404);
    },
  ),
  sampleRule('a Content-Type without a body does no harm', 'ours', async (installation, { id }) => {
    const headers = { 'Content-Type': 'application/json' };
    assertNoBody(await send(installation, 'DELETE', `/webhook/${id}`, { headers }));
  }),
];
