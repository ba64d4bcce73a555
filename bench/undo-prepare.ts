/**
 * The time to prepare the undo of 10,000 entries, as a ratio to plain reading: the plan's entries from the
 * encrypted journal, and the list of the installation. After a warm-up both alternate, and their medians are
 * compared. Measures a plan of updates, a plan of deletions, and single entries; with more than 10,000 rows
 * only a plan of updates, once. Prints the peak memory, which includes the bench itself.
 *
 * Usage: node bench/undo-prepare.ts [ROWS]
 * Exit code 1 if the limit is exceeded.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JournalFilter } from '#contract/journal.ts';
import type { PlanSource } from '#contract/plans.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { addressable } from '#domain/webhook/listed.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';
import { anEntry } from '#test-support/entry-fixture.ts';
import { median } from './median.ts';
import { startRealService } from './real-service.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { openBenchCore } from './bench-core.ts';

const limit = 2.5;
const count = Number(process.argv[2] ?? 10_000);
const isLarge = count > 10_000;
const rounds = isLarge ? 1 : 3;

const directory = mkdtempSync(join(tmpdir(), 'undo-prepare-'));
const service = await startRealService('B', count);
const core = await openBenchCore(service, directory);
const sealer = await core.ports.vault.dataSealer({ sealedBefore: false });
const target = {
  ...(await core.connections.target(core.connectionId)),
  authToken: service.authToken,
};

function entryOf(webhook: Webhook, index: number, action: 'update' | 'delete'): JournalEntry {
  const definition = definitionOf(webhook);
  const isUpdate = action === 'update';
  const at = new Date(1_700_000_000_000 + index);
  return anEntry({
    id: `${action}-${index}`,
    sequence: index + 1,
    at,
    endedAt: at,
    connectionId: core.connectionId,
    action,
    webhookId: isUpdate ? webhook.id : webhook.id + count,
    before: isUpdate
      ? { ...webhook, name: `${webhook.name} before` }
      : { ...webhook, id: webhook.id + count },
    meant: isUpdate ? definition : null,
    request: {
      method: isUpdate ? 'PUT' : 'DELETE',
      url: service.baseUrl,
      body: isUpdate ? JSON.stringify(definition) : null,
    },
    after: isUpdate ? webhook : null,
    revision: 1,
    planId: action,
    rowKey: String(index),
    accepted: true,
  });
}

const webhooks = addressable((await core.ports.webhooks.list(target, {})).webhooks);
const actions = isLarge ? (['update'] as const) : (['update', 'delete'] as const);
for (const action of actions) {
  for (let start = 0; start < webhooks.length; start += 500) {
    const some = webhooks.slice(start, start + 500);
    const entries = some.map((webhook, index) => entryOf(webhook, start + index, action));
    await core.ports.journal.write(entries, sealer);
  }
}

const planOf = (planId: string): PlanSource => ({
  kind: 'undo-matching',
  filter: JournalFilter.parse({ planId }),
  except: [],
});
const sources: Readonly<Record<string, PlanSource>> = {
  'a plan of updates': planOf('update'),
  ...(!isLarge && {
    'a plan of deletions': planOf('delete'),
    'entries by their ids': {
      kind: 'undo',
      entryIds: webhooks.map((_, index) => `update-${index}`).reverse(),
    },
  }),
};

async function floor(): Promise<number> {
  const begun = performance.now();
  let read = 0;
  for await (const page of core.journal.pages({ planId: 'update' })) read += page.length;
  await core.ports.webhooks.list(target, {});
  if (read !== count) throw new Error(`Only ${read} entries were read.`);
  return performance.now() - begun;
}

async function prepared(source: PlanSource): Promise<number> {
  const begun = performance.now();
  let ready = 0;
  for await (const event of core.plans.prepare(source)) {
    if (event.kind === 'rows') ready += event.rows.filter(({ state }) => state === 'ready').length;
  }
  if (ready !== count) throw new Error(`Only ${ready} rows are ready.`);
  return performance.now() - begun;
}

/** Resolves when the list is on disk, so that no write falls into a measurement. */
async function snapshotWritten(): Promise<void> {
  const readAt = core.snapshots.get(core.connectionId)?.readAt.getTime();
  const onDisk = async () => (await core.ports.snapshots.times()).get(core.connectionId)?.getTime();
  while ((await onDisk()) !== readAt) await systemClock.sleep(5);
}

const inSeconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(2)} s`;

for (const [name, source] of Object.entries(sources)) {
  const plain: number[] = [];
  const ours: number[] = [];
  for (let round = isLarge ? 1 : 0; round <= rounds; round += 1) {
    const floorTook = await floor();
    const took = await prepared(source);
    await snapshotWritten();
    if (round === 0) continue;
    plain.push(floorTook);
    ours.push(took);
  }
  const ratio = median(ours) / median(plain);
  console.log(
    `${name}, ${count} rows: ${inSeconds(median(ours))}, ${ratio.toFixed(2)} times plain reading (${inSeconds(median(plain))}; at most ${limit})`,
  );
  if (!(ratio <= limit)) process.exitCode = 1;
}
console.log(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
await core.close();
await service.close();
rmSync(directory, { recursive: true });
