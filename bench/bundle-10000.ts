/**
 * Exports 10,000 webhooks into a bundle, and prepares its plan for the same installation. Measures:
 * - the time, as a ratio to JSON.stringify and JSON.parse of the same webhooks in the same run;
 * - the longest turn of the host's event loop;
 * - the peak memory beyond the idle host, in MB of 10^6 bytes, with and without garbage collection.
 * The time to read the installation is measured alone, and subtracted from the plan.
 *
 * Usage: node bench/bundle-10000.ts    (needs the bundles: npm run build)
 * Exit code 1 if a limit is exceeded. Limits in seconds need an idle machine and are only printed.
 */
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBundleThread } from '#adapters/bundle-worker/bundle-thread-host.ts';
import { listWebhooks } from '#core/installations/list-webhooks.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { type BenchCore, openBenchCore } from './bench-core.ts';
import { clearAway, MemoryBeyondIdle } from './bundle-10000-memory.ts';
import { longestTurn } from './longest-turn.ts';
import { median } from './median.ts';
import { startRealService } from './real-service.ts';

const count = 10_000;
const rounds = 5;
/**
 * Ratios to stringify plus parse, milliseconds of the host's thread, MB. On the reference machine, stringify
 * plus parse take 0.075 s.
 */
const limits = { export: 40, plan: 27, turn: 50, memory: 400 };
const printedSeconds = { export: 3, plan: 2 };

/** Returns the milliseconds that `work` takes. */
async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Reads the installation into the snapshot. */
async function read(core: BenchCore): Promise<readonly Webhook[]> {
  const { ports, installations, snapshots, connectionId } = core;
  for await (const event of listWebhooks(ports, installations, connectionId)) {
    if (event.kind === 'end' && event.total !== count) throw new Error('Webhooks are missing.');
  }
  return addressable([...(snapshots.get(connectionId)?.webhooks.values() ?? [])]);
}

/** Reads the installation and searches for secrets. */
async function prepared({ connectionId, exports }: BenchCore): Promise<string> {
  const selection = { webhooks: [{ connectionId, webhooks: null }], draftIds: [] };
  for await (const event of exports.prepare(selection)) {
    if (event.kind === 'end') return event.exportId;
  }
  throw new Error('There is no export.');
}

/** Writes the bundle to a file, as the window saves it. */
async function written({ exports }: BenchCore, exportId: string, path: string): Promise<void> {
  rmSync(path, { force: true });
  const how = { format: 'bundle', variant: 'B', passphrase: null, withAddress: false } as const;
  for await (const event of exports.write({ ...how, exportId, keep: [], takeOut: [] })) {
    if (event.kind === 'text') appendFileSync(path, event.text);
    else if (event.leaks.length > 0) throw new Error('There are secrets in the bundle.');
  }
  await exports.forget(exportId);
}

/** Bytes of one part of an upload, as in the window. */
const partLength = 512 * 1024;

/** One buffer for all parts: the memory of the window is not measured. */
const part = Buffer.alloc(partLength);

async function opened({ files }: BenchCore, path: string): Promise<string> {
  const { fileId } = await files.begin('bench.hookdesk.json', statSync(path).size);
  const file = openSync(path, 'r');
  for (let length = readSync(file, part); length > 0; length = readSync(file, part)) {
    await files.add(fileId, part.toString('base64', 0, length));
  }
  closeSync(file);
  const { status } = await files.open(fileId);
  if (status !== 'read') throw new Error('The bundle was not read.');
  return fileId;
}

async function planned({ connectionId, plans }: BenchCore, fileId: string): Promise<void> {
  const file = { fileId, connectionIds: [connectionId], keys: null, alsoRemove: false };
  let rows = 0;
  let planId = '';
  for await (const event of plans.prepare({ kind: 'bundle', ...file })) {
    if (event.kind === 'rows') rows += event.rows.length;
    else if (event.kind === 'end') planId = event.planId;
  }
  if (rows !== count) throw new Error(`There are ${rows} rows, not ${count}.`);
  await plans.forget(planId);
}

function verdict(what: string, value: number, limit: number, unit: string, more = ''): void {
  console.log(`  ${what.padEnd(34)} ${value.toFixed(1)}${unit}   (at most ${limit}${unit}${more})`);
  if (!(value <= limit)) process.exitCode = 1;
}

const service = await startRealService('B', count);
const folder = mkdtempSync(join(tmpdir(), 'bundle-10000-'));
const path = join(folder, 'bench.hookdesk.json');
const thread = createBundleThread(join(import.meta.dirname, '../dist/bundle-thread/main.cjs'));
const core = await openBenchCore(service, folder, 'memory', {
  bundleWorker: thread.files,
  exportWorker: thread.exports,
});
const webhooks = await read(core);
const characters = JSON.stringify(webhooks).length;
// The baseline is an idle host that has opened and refreshed this installation.
for (let round = 0; round < rounds; round += 1) await read(core);
const memory = new MemoryBeyondIdle();
for (let round = 0; round < rounds; round += 1) {
  clearAway();
  const exportId = await memory.during('finding secrets', () => prepared(core));
  await memory.during('writing', () => written(core, exportId, path));
  const fileId = await memory.during('opening', () => opened(core, path));
  await memory.during('planning', () => planned(core, fileId));
  await core.files.forget(fileId);
}
const { most, byPhase } = memory;

const times = { plain: [], read: [], export: [], open: [], plan: [] } as Record<string, number[]>;
const note = async (what: keyof typeof times, work: () => unknown): Promise<void> => {
  (times[what] ??= []).push(await timed(work));
};
let turn = 0;
for (let round = 0; round < rounds; round += 1) {
  await note('plain', () => JSON.parse(JSON.stringify(webhooks)) as unknown);
  await note('read', () => read(core));
  const work = async (): Promise<void> => {
    let fileId = '';
    await note('export', async () => written(core, await prepared(core), path));
    await note('open', async () => (fileId = await opened(core, path)));
    await note('plan', () => planned(core, fileId));
    await core.files.forget(fileId);
  };
  turn = Math.max(turn, await longestTurn(work));
}
const uncleared = memory.most;
await core.close();
await thread.close();
rmSync(folder, { recursive: true });
await service.close();

const of = (what: string): number => median(times[what] ?? []);
const plan = of('plan') - of('read');
const seconds = (value: number): string => `${(value / 1_000).toFixed(2)} s`;
console.log(
  `${count} webhooks, ${(characters / 1e6).toFixed(1)} MB as JSON; stringify and parse ${seconds(of('plain'))}, reading the installation ${seconds(of('read'))}, opening the file ${seconds(of('open'))}.`,
);
verdict(
  'Export, with reading',
  of('export') / of('plain'),
  limits.export,
  '×',
  `; ${seconds(of('export'))} of ${printedSeconds.export} s`,
);
verdict(
  'Plan, without reading',
  plan / of('plain'),
  limits.plan,
  '×',
  `; ${seconds(plan)} of ${printedSeconds.plan} s`,
);
verdict('Longest turn of the host', turn, limits.turn, ' ms');
const phases = byPhase.map(([phase, megabytes]) => `${phase} ${megabytes.toFixed(0)}`);
verdict('Memory beyond idle', most, limits.memory, ' MB', `; ${phases.join(', ')}`);
console.log(`  Without garbage collection for ${rounds} rounds: ${uncleared.toFixed(1)} MB`);
