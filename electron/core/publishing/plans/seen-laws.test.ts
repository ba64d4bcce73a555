import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PlanRowView, PlanSource } from '#contract/plans.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import { namedChanges } from '#domain/publishing/change-many.ts';
import { digestOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { seenOf } from '#test-support/seen-webhooks.ts';
import { createTestCore, type TestCore } from '#test-support/test-core.ts';
import { bundleCodec } from '#worker/bundle-codec.ts';
import { FilesOnThread } from '../../bundles/thread/files-on-thread.ts';

const secret = 'old-secret-4711';
const kinds = ['switch', 'edit-many', 'delete', 'copy', 'rotation', 'undo'] as const;
type Kind = (typeof kinds)[number];

const step = fc.record({
  kind: fc.constantFrom('rename', 'edit', 'delete', 'replace', 'create', 'header'),
  at: fc.nat(4),
  text: fc.stringMatching(/^[a-z]{1,6}$/),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
const steps = fc.array(step, { maxLength: 4 });

function apply(
  held: Webhook[],
  fresh: (name: string) => Webhook,
  { kind, at, text }: Step,
): Webhook[] {
  const index = held.length === 0 ? 0 : at % held.length;
  const chosen = held[index];
  if (kind === 'create' || chosen === undefined) return [...held, fresh(`New ${text}`)];
  if (kind === 'delete') return held.filter((each) => each !== chosen);
  const changed: Record<string, Partial<Webhook>> = {
    rename: { name: `Renamed ${text}` },
    edit: { payloadTemplate: `{"text":"${text}"}` },
    header: {
      headers: chosen.headers.map((header) => ({ ...header, id: (header.id ?? 0) + 500 })),
    },
    replace: { ...fresh(`Stranger ${text}`), id: chosen.id },
  };
  return held.map((each) => (each === chosen ? { ...each, ...changed[kind] } : each));
}

async function listed(core: TestCore, connectionId: string): Promise<void> {
  for await (const { kind } of await core.client.webhooks.list({ connectionId })) {
    if (kind === 'end') return;
  }
}

async function prepare(core: TestCore, source: PlanSource) {
  const rows: PlanRowView[] = [];
  for await (const event of core.plans.prepare(source)) {
    if (event.kind === 'rows') rows.push(...event.rows);
    if (event.kind === 'end') return { planId: event.planId, rows };
  }
  throw new Error('There is no plan.');
}

async function run(core: TestCore, planId: string, keys: string[]): Promise<string[]> {
  const entryIds: string[] = [];
  await core.plans.run(planId, keys, { atOnce: 1, onFailure: 'go-on' });
  for await (const event of core.plans.runs.watch(planId)) {
    if (event.kind === 'results')
      entryIds.push(...event.results.flatMap((each) => each.entryId ?? []));
  }
  return entryIds;
}

it.each(kinds)(
  '%s writes only what a person saw, whatever others change meanwhile',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(steps, fc.boolean(), steps, async (before, isRefreshed, after) => {
        const ports = { ...fakePorts(), bundleWorker: new FilesOnThread(bundleCodec) };
        const service = ports.webhooks;
        const core = createTestCore(ports);
        const connect = async (name: string): Promise<string> => {
          const place = { baseUrl: `https://${name}.example.com`, apiRoot: '/api/v14' };
          const settings = { ...blankConnection, name, variant: 'B' as const, ...place };
          return (await core.connections.add({ ...settings, authentication: { kind: 'none' } }, {}))
            .id;
        };
        const fresh = (name: string): Webhook =>
          service.stored({
            ...emptyDefinition('B'),
            name,
            url: `https://${encodeURIComponent(name)}.example.com/`,
            enabled: true,
            headers: [{ id: null, name: 'Authorization', value: `Bearer ${secret}` }],
          });
        try {
          const connectionId = await connect('acme');
          const target = await connect('globex');
          service.webhooks = ['One', 'Two', 'Three'].map(fresh);
          await listed(core, connectionId);
          const source = await sourceOf(kind, core, connectionId, target, service.webhooks);
          const seen = new Map(service.webhooks.map((each) => [each.id, digestOf(each)]));
          const contents = new Set(
            service.webhooks.map(({ name, payloadTemplate }) => name + payloadTemplate),
          );
          for (const each of before) service.webhooks = apply(service.webhooks, fresh, each);
          if (isRefreshed) await listed(core, connectionId);
          for (const each of after) service.webhooks = apply(service.webhooks, fresh, each);
          if (kind === 'copy') service.webhooks = [];
          const plan = await prepare(core, source).catch(() => ({ planId: '', rows: [] }));
          const ticked = plan.rows.filter(({ state, selected }) => state === 'ready' && selected);
          const now = new Map(structuredClone(service.webhooks).map((each) => [each.id, each]));
          service.asked.length = 0;
          if (ticked.length > 0)
            await run(
              core,
              plan.planId,
              ticked.map(({ key }) => key),
            );
          for (const { write } of service.asked) {
            if (write?.action !== 'update') continue;
            const { id } = write.live;
            const live = now.get(id);
            expect(live === undefined ? null : digestOf(live)).toBe(seen.get(id));
          }
          for (const [id, webhook] of now) {
            if (service.webhooks.some((each) => each.id === id)) continue;
            expect(digestOf(webhook)).toBe(seen.get(id));
          }
          for (const { id, name, payloadTemplate } of service.webhooks) {
            if (!now.has(id)) expect(contents).toContain(name + payloadTemplate);
          }
          for (const row of plan.rows) {
            if (row.state === 'ready' && !row.selected)
              expect(row.reasons[0]).toMatch(/changed since/i);
          }
        } finally {
          await core.close();
        }
      }),
      { numRuns: 25 },
    );
  },
  60_000,
);

async function sourceOf(
  kind: Kind,
  core: TestCore,
  connectionId: string,
  target: string,
  held: readonly Webhook[],
): Promise<PlanSource> {
  const selection = [{ connectionId, webhooks: seenOf(held) }];
  const off = { kind: 'webhooks' as const, selection, change: namedChanges['turn-off'] };
  switch (kind) {
    case 'switch':
      return off;
    case 'delete':
      return { ...off, change: 'delete' };
    case 'edit-many':
      return { ...off, change: [{ kind: 'set-header', name: 'X-Team', value: 'ops' }] };
    case 'copy':
      return { kind: 'copy', selection, connectionIds: [target] };
    case 'undo': {
      const { planId, rows } = await prepare(core, off);
      return {
        kind: 'undo',
        entryIds: await run(
          core,
          planId,
          rows.map(({ key }) => key),
        ),
      };
    }
    case 'rotation': {
      for await (const event of await core.client.rotation.find({
        kind: 'pasted',
        value: secret,
      })) {
        if (event.kind !== 'end') continue;
        await core.client.rotation.giveNewValue({
          searchId: event.searchId,
          value: 'new-secret-0815',
        });
        return { kind: 'rotation', searchId: event.searchId };
      }
      throw new Error('The search has no end.');
    }
  }
}
