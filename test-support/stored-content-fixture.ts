import type { StoredPlan, StoredSnapshot } from '#core/store-ports.ts';
import { aDefinition, aDraft } from './draft-fixture.ts';
import { anEntry, aWebhook } from './entry-fixture.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { plainProblem } from '#domain/problem.ts';
import { type Pause, webhookToPause } from '#domain/pausing/pause.ts';
import { PlanRow } from '#domain/publishing/plan.ts';
import type { Store } from '#adapters/store/store.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import { save, testSealer } from './store-fixture.ts';

/** A stored snapshot that tests can compare. */
export interface PlainSnapshot extends Omit<StoredSnapshot, 'webhooks'> {
  readonly webhooks: readonly ListedWebhook[];
}

export const storedOf = (snapshot: PlainSnapshot): StoredSnapshot => ({
  ...snapshot,
  webhooks: new WebhookTable(segmentOf(snapshot.webhooks)),
});

export const plainOf = (snapshot: StoredSnapshot | null): PlainSnapshot | null =>
  snapshot === null ? null : { ...snapshot, webhooks: [...snapshot.webhooks.values()] };

/** A snapshot of `acme`: two webhooks, one with a remote change. */
export const aSnapshot = (changes: Partial<PlainSnapshot> = {}): PlainSnapshot => ({
  connectionId: 'acme',
  readAt: new Date('2030-01-02T03:04:05.678Z'),
  webhooks: [aWebhook(7, aDefinition('Pager day')), aWebhook(8, aDefinition('Mail'))],
  marks: [
    {
      key: 7,
      kind: 'changed',
      before: aWebhook(7, aDefinition('Pager night')),
      seenAt: new Date('2030-01-02T03:04:04Z'),
    },
  ],
  ...changes,
});

/** A snapshot whose webhooks need several parts. */
export const aLongSnapshot = (name: string, count = 600): PlainSnapshot =>
  aSnapshot({
    webhooks: Array.from({ length: count }, (_, index) =>
      aWebhook(index + 1, { ...aDefinition(`${name} ${index}`), payloadTemplate: 'x'.repeat(700) }),
    ),
  });

/** A list of 300 webhooks after its write `number`. Every write changes 6 of them. */
export const aChangingSnapshot = (number: number): PlainSnapshot =>
  aSnapshot({
    connectionId: 'globex',
    webhooks: Array.from({ length: 300 }, (_, index) =>
      aWebhook(index + 1, aDefinition(`Write ${number - ((number + 50 - (index % 50)) % 50)}`)),
    ),
  });

const row = PlanRow.parse({
  key: 'acme/7',
  connectionId: 'acme',
  action: 'update',
  base: aWebhook(7, aDefinition('Pager night')),
  definition: aDefinition('Pager day'),
  draftId: 'acme/7',
  draftRevision: 3,
  undoes: null,
  reasons: ['The name is another.'],
  live: aWebhook(7, aDefinition('Pager night')),
  problem: null,
});

/** A started plan with one completed row. */
export const aPlan = (changes: Partial<StoredPlan> = {}): StoredPlan => ({
  id: 'plan-1',
  title: '2 drafts',
  startedAt: new Date('2030-01-02T03:04:05Z'),
  rows: [row, { ...row, key: 'acme/8', problem: plainProblem('refused', 'No.', 'Ask.') }],
  options: { atOnce: 4, onFailure: 'stop' },
  results: [
    { key: 'acme/7', outcome: 'done', webhookId: 7, entryId: 'entry-1', notes: [], problem: null },
  ],
  status: 'running',
  ...changes,
});

/** A pause of one webhook of `acme` until the next day. */
const aPause = (): Pause => ({
  id: 'pause-1',
  reason: 'Maintenance',
  who: 'ada',
  madeAt: new Date('2030-01-02T03:04:05Z'),
  from: new Date('2030-01-02T03:04:05Z'),
  until: new Date('2030-01-03T03:00:00Z'),
  zone: 'Europe/Berlin',
  resumesItself: true,
  endedAt: null,
  note: null,
  selection: [],
  pausingPlanId: 'plan-1',
  resumingPlanIds: ['plan-2'],
  webhooks: [
    webhookToPause(aWebhook(7, aDefinition('Pager night')), {
      connectionId: 'acme',
      address: 'fingerprint',
      planId: 'plan-1',
    }),
  ],
});

/** `count` entries, oldest first. */
export const entries = (count: number, name = 'Entry', from = 0): JournalEntry[] =>
  Array.from({ length: count }, (_, index) =>
    anEntry({
      id: `entry-${from + index}`,
      sequence: from + index + 1,
      at: new Date(Date.parse('2030-01-02T03:04:05Z') + from + index),
      meant: aDefinition(`${name} ${from + index}`),
    }),
  );

/** Writes data of each kind into a store. */
export async function storeSamples(store: Store): Promise<void> {
  const sealer = testSealer();
  await save(
    store,
    aDraft(),
    aDraft({ id: 'gone/new-1', connectionId: null, webhookId: null, base: null }),
  );
  await store.snapshots.write(storedOf(aSnapshot()), sealer);
  await store.journal.write(entries(3), sealer);
  await store.plans.write(aPlan(), sealer);
}

/** The drafts of golden files: one is published and edited since, one is new. */
const goldenDrafts = (): StoredDraft[] => [
  aDraft({ revision: 5, settledRevision: 3 }),
  aDraft({
    id: 'gone/new-1',
    kind: 'fork',
    lineage: 'another lineage',
    connectionId: null,
    webhookId: null,
    base: null,
    revision: 1,
  }),
];

/** The entries of golden files: each publishes a draft revision; the last was sent `despiteOpen`. */
const goldenEntries = (): JournalEntry[] =>
  entries(3).map((entry, index) => ({
    ...entry,
    revision: index,
    draftId: 'acme/7',
    draftRevision: index + 1,
    lineage: aDraft().lineage,
    undoes: index === 1 ? 'entry-0' : null,
    despiteOpen: index === 2 ? ['entry-1'] : [],
  }));

/** The whole content of a golden file. */
export const goldenContent = () => ({
  drafts: goldenDrafts(),
  snapshot: aSnapshot(),
  entries: goldenEntries(),
  plans: [aPlan()],
  pauses: [aPause()],
});
export type GoldenContent = ReturnType<typeof goldenContent>;

/** Version 6 has no pauses. */
export const goldenContent6 = (): GoldenContent => ({ ...goldenContent(), pauses: [] });

/** Version 5 has no lineages and kinds of drafts: the id of a draft stands for its lineage. */
export function goldenContent5(): GoldenContent {
  const { drafts, entries: all, ...rest } = goldenContent6();
  return {
    ...rest,
    drafts: drafts.map((draft) => ({ ...draft, kind: 'main', lineage: draft.id })),
    entries: all.map((entry) => ({ ...entry, lineage: entry.draftId, undoes: null })),
  };
}

/** Writes the content of a golden file into a store. */
export async function storeGolden(store: Store): Promise<void> {
  const sealer = testSealer();
  await save(store, ...goldenDrafts());
  await store.snapshots.write(storedOf(aSnapshot()), sealer);
  await store.journal.write(goldenEntries(), sealer);
  await store.plans.write(aPlan(), sealer);
  await store.pauses.write([aPause()], sealer);
}

/** The content of a store without drafts. */
export async function storedSamples(store: Store) {
  const sealer = testSealer();
  const { entries: found } = await store.journal.page({}, null, 1_000, sealer);
  return {
    snapshot: plainOf(await store.snapshots.read('acme', sealer)),
    entries: found.toReversed(),
    plans: await store.plans.all(sealer),
    pauses: await store.pauses.all(sealer),
  };
}
