import { expect, it, onTestFinished } from 'vitest';
import { blankConnection } from '#domain/installation/connection.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { emptyDefinition } from '#domain/webhook/webhook.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { FilesOnThread } from '../../../bundles/thread/files-on-thread.ts';
import { seenOf } from '#test-support/seen-webhooks.ts';

const lost = 'Fields that the interface does not have are not copied: owner, tags.';

it.each<[VariantId, VariantId]>([
  ['A', 'A'],
  ['A', 'B'],
  ['B', 'A'],
  ['B', 'B'],
])('a copy from %s to %s names the unknown fields that it drops', async (from, to) => {
  const ports = { ...fakePorts(), bundleWorker: new FilesOnThread(bundleCodec) };
  const core = createTestCore(ports);
  onTestFinished(() => core.close());
  const connect = async (name: string, variant: VariantId) => {
    const settings = { ...blankConnection, name, variant, apiRoot: '/api/v14' };
    const place = { baseUrl: `https://${name}.example.com`, environment: null };
    const authentication = { kind: 'none' as const };
    return (await core.connections.add({ ...settings, ...place, authentication }, {})).id;
  };
  const source = await connect('acme', from);
  const target = await connect('globex', to);
  const definition = { ...emptyDefinition(from), url: 'https://a.example.com/' };
  const [some, none] = ['Some', 'None'].map((name) =>
    ports.webhooks.stored({ ...definition, name }),
  );
  if (some === undefined || none === undefined) throw new Error('There are two.');
  ports.webhooks.webhooks.push({ ...some, unknown: { owner: 'ops', tags: ['a'] } }, none);
  const listed: string[] = [];
  for await (const { kind } of await core.client.webhooks.list({ connectionId: source }))
    listed.push(kind);
  expect(listed).toContain('rows');
  ports.webhooks.webhooks = [];
  const selection = [{ connectionId: source, webhooks: seenOf([some, none]) }];
  const reasons: (readonly string[])[] = [];
  for await (const event of core.plans.prepare({
    kind: 'copy',
    selection,
    connectionIds: [target],
  })) {
    if (event.kind === 'rows') reasons.push(...event.rows.map((row) => row.reasons));
  }
  expect(reasons).toEqual([[lost], []]);
});
