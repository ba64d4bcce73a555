// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contentKey } from '#domain/webhook/difference.ts';
import { cellAt, cellInWords } from '#domain/comparison/matrix.ts';
import type { PlanItem } from '#domain/publishing/plan.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, emptyDefinition, type WebhookDefinition } from '#domain/webhook/webhook.ts';
import { ComparedInstallations } from './testing/compared-installations.ts';

const definition = (name: string, change: Partial<WebhookDefinition> = {}): WebhookDefinition => ({
  ...emptyDefinition('B'),
  name,
  url: 'https://chat.example.com/hook',
  headers: [{ id: null, name: 'Authorization', value: 'Bearer canary-of-the-past' }],
  ...change,
});

interface Operation {
  readonly action: 'create' | 'update' | 'delete';
  /** The webhook of the installation that changes. */
  readonly pick: number;
  readonly change: Pick<WebhookDefinition, 'enabled' | 'url' | 'headers'>;
}

let created = 0;

async function itemFor(
  all: ComparedInstallations,
  { action, pick, change }: Operation,
  variant: VariantId,
): Promise<PlanItem | null> {
  const held = await all.held(0);
  const base = action === 'create' ? null : (held[pick % Math.max(1, held.length)] ?? null);
  if (action !== 'create' && base === null) return null;
  const before = base ?? { ...emptyDefinition(variant), name: `New ${(created += 1)}` };
  return {
    key: `row ${created}`,
    connectionId: all.id(0),
    action,
    base,
    definition: action === 'delete' ? null : { ...definitionOf(before), ...change },
    draftId: null,
    draftRevision: null,
    lineage: null,
    undoes: null,
  };
}

/** Publishes each change with Hookdesk, and advances the clock. */
async function publish(
  all: ComparedInstallations,
  operations: readonly Operation[],
  variant: VariantId,
): Promise<void> {
  for (const operation of operations) {
    await all.read(all.id(0));
    const item = await itemFor(all, operation, variant);
    if (item === null) continue;
    const { planId, rows } = await all.plan({ kind: 'items', items: [item] });
    const keys = rows.filter(({ state }) => state === 'ready').map(({ key }) => key);
    if (keys.length > 0) expect(await all.run(planId, keys)).toEqual(['done']);
    all.clock.passFinish();
  }
}

const contents = async (all: ComparedInstallations, index: number): Promise<string[]> =>
  (await all.held(index)).map((webhook) => contentKey({ ...webhook, payloadType: null })).sort();

const operations = fc.array(
  fc.record<Operation>({
    action: fc.constantFrom('create', 'update', 'update', 'delete'),
    pick: fc.nat({ max: 5 }),
    change: fc.record({
      enabled: fc.boolean(),
      url: fc.constantFrom('https://a.example.com/', 'https://b.example.com/'),
      headers: fc.subarray([
        { id: null, name: 'X-Team', value: 'ops' },
        { id: null, name: 'Authorization', value: 'Bearer abc' },
        { id: null, name: 'Authorization', value: 'Bearer xyz' },
      ]),
    }),
  }),
  { maxLength: 4 },
);

it.each(['A', 'B'] as const)(
  'restores an installation of %s to an earlier time, and then shows no difference',
  { timeout: 60_000 },
  async (variant) => {
    const other = variant === 'A' ? 'B' : 'A';
    await fc.assert(
      fc.asyncProperty(operations, operations, async (until, since) => {
        const all = await ComparedInstallations.open([
          { variant, webhooks: [definition('Chat'), definition('Pager'), definition('Mail')] },
          { variant: other, webhooks: [definition('Chat', { enabled: false })] },
        ]);
        try {
          await publish(all, until, variant);
          const wanted = await contents(all, 0);
          const at = all.clock.now();
          all.clock.passFinish();
          await publish(all, since, variant);
          await all.read();
          const reference = { kind: 'history' as const, connectionId: all.id(0), at };
          const asked = { reference, otherIds: [...all.ids] };
          const before = await all.compare(asked);
          const cells = before.rows.flatMap((row) => [cellAt(row, 0), cellAt(row, 1)]);
          expect(cells.map(({ kind }) => kind)).not.toContain('unknown');
          if (
            cells.some(({ kind }) => kind === 'differs' || kind === 'missing' || kind === 'extra')
          ) {
            const plan = await all.prepare(before.comparisonId, { alsoRemove: true });
            const outcomes = await all.run(
              plan.planId,
              plan.rows.map(({ key }) => key),
            );
            expect([...new Set(outcomes)]).toEqual(['done']);
          }
          await all.read();
          expect(await contents(all, 0)).toEqual(wanted);
          const after = await all.compare(asked);
          const left = after.rows.flatMap((row) => [cellAt(row, 0).kind, cellAt(row, 1).kind]);
          expect(left.filter((kind) => kind !== 'same')).toEqual([]);
        } finally {
          await all.close();
        }
      }),
      { numRuns: 8 },
    );
  },
);

it('names the time in exports and plans, and shows no secret of that time', async () => {
  const all = await ComparedInstallations.open([{ variant: 'B', webhooks: [definition('Chat')] }]);
  try {
    await all.read();
    const at = all.clock.now();
    all.clock.passFinish();
    const change = { enabled: false, url: 'https://b.example.com/', headers: [] };
    await publish(all, [{ action: 'update', pick: 0, change }], 'B');
    const reference = { kind: 'history' as const, connectionId: all.id(0), at };
    const { comparisonId, rows } = await all.compare({ reference, otherIds: [all.id(0)] });
    expect(rows.map((row) => cellInWords(cellAt(row, 0)))).toEqual(['3 differences']);
    const row = all.core.comparisons.row(comparisonId, rows[0]?.key ?? '');
    const { text } = all.core.comparisons.export(comparisonId, 'markdown', null);
    const name = `installation 0 on ${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
    expect(text.replaceAll('\\', '')).toContain(`compared with ${name}`);
    expect(text).toContain('Only changes made with Hookdesk on this computer are known.');
    const plan = await all.prepare(comparisonId);
    const { request } = await all.core.plans.row(plan.planId, plan.rows[0]?.key ?? '');
    expect(JSON.stringify([row, request])).not.toContain('canary');
    expect(request?.body).toContain('Bearer ••••••••');
  } finally {
    await all.close();
  }
});

it('pairs webhooks of the same name and installation by their id', async () => {
  const named = definition('Twice', { headers: [] });
  const all = await ComparedInstallations.open([{ variant: 'A', webhooks: [named, named] }]);
  try {
    await all.read();
    const at = all.clock.now();
    all.clock.passFinish();
    const change = { enabled: !named.enabled, url: named.url, headers: [] };
    await publish(all, [{ action: 'update', pick: 0, change }], 'A');
    const reference = { kind: 'history' as const, connectionId: all.id(0), at };
    const { rows } = await all.compare({ reference, otherIds: [all.id(0)] });
    expect(rows.map((row) => cellInWords(cellAt(row, 0)))).toEqual(['1 difference', 'same']);
  } finally {
    await all.close();
  }
});

it('refuses a future time and a time before the first entry of History', async () => {
  const all = await ComparedInstallations.open([{ variant: 'B', webhooks: [] }]);
  try {
    await all.read();
    const compared = (at: Date) =>
      all.compare({
        reference: { kind: 'history', connectionId: all.id(0), at },
        otherIds: [all.id(0)],
      });
    await expect(compared(new Date(all.clock.now().getTime() + 60_000))).rejects.toThrow(
      'This time is in the future.',
    );
    await expect(compared(new Date(0))).rejects.toThrow('History keeps entries since');
  } finally {
    await all.close();
  }
});
