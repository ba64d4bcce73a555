import { expect, it, onTestFinished } from 'vitest';
import { aWebhook } from '#domain/publishing/testing/webhooks.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { hasHeaderSecret } from './has-secret.ts';

const value = 'zebra-crossing-canary';

it.each([
  ['the secret of a header', value, true],
  ['the secret of a header among other terms', `is:on header:"${value} " ops`, true],
  ['a secret that is too short to tell', 'short', false],
  ['the value of a header without a secret', 'application/json', false],
  ['a part of a secret', 'zebra-crossing', false],
])('whether a search contains %s', async (_title, text, expected) => {
  const core = createTestCore(fakePorts());
  onTestFinished(() => core.close());
  core.snapshots.replaceList('acme', new Date(0), [
    aWebhook(1, {
      headers: [
        { id: 1, name: 'Content-Type', value: 'application/json' },
        { id: 2, name: 'X-Api-Key', value: 'short' },
        { id: 3, name: 'Authorization', value: `Bearer ${value}` },
      ],
    }),
  ]);
  expect(await hasHeaderSecret(text, core)).toBe(expected);
});
