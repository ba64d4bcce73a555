/**
 * Reads a list of 10,000 webhooks, compares it with the previous one, writes it to disk and loads it. Measures:
 * - the longest turn of the main process's event loop, in working time of the thread;
 * - the time to read the list, as a ratio to the floor: fetch and JSON.parse of the same bytes in the same run;
 * - the longest delay of the event loop, which grows with other load, and the delay while idle.
 *
 * Usage: node bench/list-10000.ts
 * Exit code 1 if the longest turn exceeds 50 ms.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { systemClock } from '#adapters/clock/clock.ts';
import { listWebhooks } from '#core/installations/list-webhooks.ts';
import { collectionUrl } from '#domain/installation/address.ts';
import { createTestCore } from '#test-support/test-core.ts';
import { openBenchCore } from './bench-core.ts';
import { limitNow } from './limit-now.ts';
import { longestTurn, workDone } from './longest-turn.ts';
import { median } from './median.ts';
import { type RunningService, startRealService } from './real-service.ts';

const count = 10_000;
const limit = 50;
const rounds = 7;

interface Round {
  /** Milliseconds of work of the main thread, independent of other load. */
  readonly work: number;
  /** Milliseconds from the call to the last row. */
  readonly whole: number;
  /** The longest delay of the event loop, in milliseconds. */
  readonly block: number;
}

async function measured(work: () => Promise<number>): Promise<Round> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  // The histogram measures from the second turn on.
  await systemClock.sleep(20);
  delay.reset();
  const begun = performance.now();
  const before = workDone();
  const found = await work();
  const worked = workDone() - before;
  const whole = performance.now() - begun;
  await systemClock.sleep(5);
  delay.disable();
  if (found !== count) throw new Error(`${found} webhooks came, not ${count}.`);
  return { whole, work: worked, block: delay.max / 1e6 };
}

const ms = (value: number): string => `${value.toFixed(1)} ms`;

async function compare(service: RunningService): Promise<boolean> {
  const directory = mkdtempSync(join(tmpdir(), 'list-10000-'));
  const core = await openBenchCore(service, directory);
  const { ports, installations, snapshots, connectionId } = core;
  /** Resolves when the last list is on disk. */
  const written = async (): Promise<void> => {
    const readAt = snapshots.get(connectionId)?.readAt.getTime();
    const onDisk = async () => (await ports.snapshots.times()).get(connectionId)?.getTime();
    while ((await onDisk()) !== readAt) await systemClock.sleep(5);
  };
  /** The number of webhooks that a new core loads from disk. */
  const readBack = async (): Promise<number> => {
    const again = createTestCore(ports);
    await again.snapshotPersistence.load(connectionId);
    await again.close();
    return again.snapshots.get(connectionId)?.webhooks.size ?? 0;
  };
  const read = async (): Promise<number> => {
    let rows = 0;
    for await (const event of listWebhooks(ports, installations, connectionId)) {
      if (event.kind === 'rows') rows += event.rows.length;
    }
    return rows;
  };
  let bytes = 0;
  const floor = async (): Promise<number> => {
    const headers = { 'x-auth-token': service.authToken, accept: 'application/json' };
    const text = await (await fetch(collectionUrl(service), { headers })).text();
    bytes = Buffer.byteLength(text);
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed.length : 0;
  };

  const cold = await measured(read);
  const ours: Round[] = [];
  const floors: Round[] = [];
  const idle: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await measured(floor));
    ours.push(await measured(read));
    // The same time without work shows the delay that the machine causes.
    const pause = ours.at(-1)?.whole ?? 0;
    idle.push(await measured(() => systemClock.sleep(pause).then(() => count)));
  }
  let turn = 0;
  let keeping = 0;
  let readingBack = 0;
  for (let round = 0; round < rounds; round += 1) {
    turn = Math.max(turn, await longestTurn(read));
    keeping = Math.max(keeping, await longestTurn(written));
    readingBack = Math.max(readingBack, await longestTurn(readBack));
  }
  if ((await readBack()) !== count) throw new Error('Not all of it is on disk.');
  await core.close();
  rmSync(directory, { recursive: true });

  const longest = (of: readonly Round[]): number => Math.max(...of.map(({ block }) => block));
  const middle = (of: readonly Round[], what: 'whole' | 'work'): number =>
    median(of.map((round) => round[what]));
  const ratio = (what: 'whole' | 'work'): string =>
    (middle(ours, what) / middle(floors, what)).toFixed(2);
  console.log(`${count} webhooks, ${(bytes / 1e6).toFixed(1)} MB, variant ${service.variant}`);
  const most = limitNow(limit);
  console.log(`  longest turn of the event loop    ${ms(turn)} of work (limit ${most} ms)`);
  console.log(`    while it is written to disk     ${ms(keeping)}`);
  console.log(`    while it is loaded from disk    ${ms(readingBack)}`);
  console.log(`  longest delay of the event loop   ${ms(longest([cold, ...ours]))}`);
  console.log(`    of the floor                    ${ms(longest(floors))}`);
  console.log(`    while idle                      ${ms(longest(idle))}`);
  console.log(`  first read                        ${ms(cold.whole)}`);
  console.log(`  read, median                      ${ms(middle(ours, 'whole'))}`);
  console.log(`    work of the main thread         ${ms(middle(ours, 'work'))}`);
  console.log(`  floor: fetch and JSON.parse       ${ms(middle(floors, 'whole'))}`);
  console.log(`    work of the main thread         ${ms(middle(floors, 'work'))}`);
  console.log(`  ratio to the floor                ${ratio('whole')}, by work ${ratio('work')}`);
  return Math.max(turn, keeping, readingBack) <= most;
}

for (const variant of ['A', 'B'] as const) {
  const service = await startRealService(variant, count);
  try {
    if (!(await compare(service))) process.exitCode = 1;
  } finally {
    await service.close();
  }
}
