/**
 * Undoes 10,000 changes with one plan, journal and lists on disk. Prints the rows per second, the peak memory
 * and the largest log of the database. Another process makes the changes, so the undo begins after a fresh
 * start.
 *
 * Usage: node bench/undo-10000.ts
 * Exit code 1 if the log exceeds 16 MB.
 */
import { namedChanges } from '#domain/publishing/change-many.ts';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { HookdeskClient } from '#contract/index.ts';
import { JournalFilter } from '#contract/journal.ts';
import type { PlanSource } from '#contract/plans.ts';
import { VariantId } from '#domain/webhook/variant.ts';
import { type BenchCore, openBenchCore } from './bench-core.ts';
import { startRealService } from './real-service.ts';
import type { SeenWebhook } from '#domain/webhook/listed.ts';

const count = 10_000;
/** Bytes of the log. */
const limit = 16 * 1024 * 1024;
const pageSize = 100;

const Task = z.object({
  part: z.enum(['change', 'undo']),
  directory: z.string(),
  service: z.object({
    variant: VariantId,
    baseUrl: z.string(),
    apiRoot: z.string(),
    authToken: z.string(),
  }),
});

type Task = z.infer<typeof Task>;

const inMegabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Prepares and runs a plan. Returns the number of completed rows. */
async function carryOut(client: HookdeskClient, source: PlanSource): Promise<number> {
  const begun = performance.now();
  const keys: string[] = [];
  let planId = '';
  for await (const event of await client.plans.prepare(source)) {
    if (event.kind === 'rows') keys.push(...event.rows.map(({ key }) => key));
    if (event.kind === 'end') ({ planId } = event);
  }
  const prepared = performance.now();
  await client.plans.run({ planId, keys, options: { atOnce: 8, onFailure: 'stop' } });
  let done = 0;
  for await (const event of await client.plans.watch({ planId })) {
    if (event.kind === 'state') done = event.planState.counts.done;
  }
  const perSecond = (done * 1_000) / (performance.now() - prepared);
  console.log(
    `  prepared in ${((prepared - begun) / 1_000).toFixed(1)} s, ${done} rows done, ${perSecond.toFixed(0)} rows per second`,
  );
  return done;
}

/** Disables `count` webhooks, one change each. */
async function change({ client, connectionId }: BenchCore): Promise<number> {
  const enabled: SeenWebhook[] = [];
  for await (const event of await client.webhooks.list({ connectionId })) {
    if (event.kind !== 'rows') continue;
    for (const row of event.rows)
      if (row.enabled && row.id !== null) enabled.push({ id: row.id, digest: row.digest });
  }
  const webhooks = enabled.slice(0, count);
  const selection = [{ connectionId, webhooks }];
  return carryOut(client, { kind: 'webhooks', selection, change: namedChanges['turn-off'] });
}

async function undo({ client }: BenchCore): Promise<number> {
  const filter = JournalFilter.parse({});
  const entryIds: string[] = [];
  let after: string | null = null;
  do {
    const page = await client.journal.page({ filter, after, limit: pageSize });
    entryIds.push(...page.entries.map(({ id }) => id));
    after = page.next;
  } while (after !== null);
  return carryOut(client, { kind: 'undo', entryIds });
}

/** Samples the log and the memory every 10 ms. */
function watchPeaks(log: string): { stop: () => { log: number; memory: number } } {
  const peaks = { log: 0, memory: 0 };
  const look = (): void => {
    peaks.log = Math.max(peaks.log, sizeOf(log));
    peaks.memory = Math.max(peaks.memory, process.memoryUsage.rss());
  };
  const timer = setInterval(look, 10);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      return peaks;
    },
  };
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** One part of the bench, in this process. */
async function work({ part, directory, service }: Task): Promise<void> {
  const core = await openBenchCore(service, directory);
  const log = join(directory, 'hookdesk.sqlite-wal');
  const peaks = watchPeaks(log);
  console.log(part === 'change' ? `Disabling ${count} webhooks:` : 'Undoing the changes:');
  const done = part === 'change' ? await change(core) : await undo(core);
  const after = sizeOf(log);
  const peak = peaks.stop();
  const database = sizeOf(join(directory, 'hookdesk.sqlite'));
  await core.close();
  console.log(
    `  log at most ${inMegabytes(peak.log)}, at the end ${inMegabytes(after)} (at most ${inMegabytes(limit)}), database ${inMegabytes(database)}; memory at most ${inMegabytes(peak.memory)}`,
  );
  if (done !== count) throw new Error(`Only ${done} rows were done.`);
  if (Math.max(peak.log, after) > limit) process.exitCode = 1;
}

/** Runs one part in a separate process. */
async function workApart(task: Task): Promise<void> {
  const child = fork(import.meta.filename, [JSON.stringify(task)]);
  await once(child, 'exit');
  if (child.exitCode !== 0) process.exitCode = 1;
}

const [, , given] = process.argv;
if (given === undefined) {
  const service = await startRealService('B', 1.5 * count);
  const directory = mkdtempSync(join(tmpdir(), 'undo-10000-'));
  try {
    await workApart({ part: 'change', directory, service });
    await workApart({ part: 'undo', directory, service });
  } finally {
    rmSync(directory, { recursive: true });
    await service.close();
  }
} else {
  await work(Task.parse(JSON.parse(given)));
}
