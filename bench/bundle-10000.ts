/**
 * What it takes to export 10,000 webhooks of an installation into a bundle, and to hold that bundle against
 * the same installation: how long, as ratios to JSON.stringify and JSON.parse of the same webhooks in the
 * same run; how long the host's thread stands still meanwhile; and how much memory the process takes at
 * most beyond what it took while the installation was only looked at, in MB of 10^6 bytes: with what earlier
 * rounds left behind cleared away, and without that as well. Reading the installation is measured by itself,
 * and taken off the plan.
 *
 * Usage: node bench/bundle-10000.ts
 * Exit code 1 where a limit is passed. The limits in seconds hold on a machine with nothing else to do, and
 * are told without a verdict.
 */
import { randomUUID } from 'node:crypto';
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
import { createBundleThread } from '#adapters/bundle-work/bundle-thread-host.ts';
import { systemClock } from '#adapters/clock/clock.ts';
import { createHttpServices } from '#adapters/http/http-services.ts';
import { Exports } from '#core/bundles/exporting/exports.ts';
import { Importing } from '#core/bundles/importing/importing.ts';
import { Connections } from '#core/connections/connections.ts';
import { Drafts } from '#core/drafts/drafts.ts';
import { Journal } from '#core/journal/journal.ts';
import { fakePorts } from '#test-support/ports.fake.ts';
import { Templates } from '#core/templates/templates.ts';
import { listWebhooks } from '#core/webhooks/reading.ts';
import { SnapshotKeeping } from '#core/webhooks/snapshot-keeping.ts';
import { Snapshots } from '#core/webhooks/snapshots.ts';
import { blankConnection } from '#domain/installation/connection.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { clearAway, MemoryBeyondIdle } from './bundle-10000-memory.ts';
import { longestTurn } from './longest-turn.ts';
import { type RunningService, startRealService } from './real-service.ts';
import { threadProgram } from './thread-program.ts';

const count = 10_000;
const rounds = 5;
/**
 * Ratios to stringify and parse together, milliseconds of the host's thread, MB. The ratios are those of
 * the limits in seconds to the 0.075 s that stringify and parse take on the machine they were set for.
 */
const limits = { export: 40, plan: 27, turn: 50, memory: 400 };
const told = { export: 3, plan: 2 };

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Milliseconds that some work takes. */
async function timed(work: () => unknown): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function openHouse(service: RunningService, program: string) {
  const { baseUrl, apiRoot, variant, authToken } = service;
  const http = createHttpServices({ environment: {} });
  const thread = createBundleThread(program);
  const list: typeof http.webhooks.list = (target, options) =>
    http.webhooks.list({ ...target, authToken }, options);
  const ports = {
    ...fakePorts(),
    ...{ clock: systemClock, newId: randomUUID },
    ...{ bundleWork: thread.files, exportWork: thread.exports },
    webhooks: { ...http.webhooks, list },
  };
  const connections = new Connections(ports);
  const settings = { ...blankConnection, name: 'bench', baseUrl, apiRoot, variant };
  const { id } = await connections.add(
    { ...settings, authentication: { kind: 'none' }, proxy: { kind: 'none' } },
    {},
  );
  const snapshots = new Snapshots();
  const drafts = new Drafts(ports);
  const keeping = new SnapshotKeeping(ports, snapshots);
  const templates = new Templates(ports, connections);
  const house = { ports, connections, snapshots, journal: new Journal(ports) };
  const exports = new Exports({ ...house, keeping, drafts, templates, exportedBy: 'bench' });
  const importing = new Importing({ ports, house, drafts });
  const read = async (): Promise<readonly Webhook[]> => {
    for await (const event of listWebhooks(ports, connections, snapshots, id)) {
      if (event.kind === 'end' && event.total !== count) throw new Error('Webhooks are missing.');
    }
    return [...(snapshots.get(id)?.webhooks.values() ?? [])];
  };
  const close = async (): Promise<void> => {
    exports.close();
    await drafts.close();
    await house.journal.close();
    await keeping.close();
    await thread.close();
    await http.close();
  };
  return { id, exports, importing, read, close };
}

type House = Awaited<ReturnType<typeof openHouse>>;

/** Reads the installation and looks for secrets. */
async function prepared({ id, exports }: House): Promise<string> {
  const selection = { webhooks: [{ connectionId: id, webhookIds: null }], draftIds: [] };
  for await (const event of exports.prepare(selection)) {
    if (event.kind === 'end') return event.exportId;
  }
  throw new Error('There is no export.');
}

/** Writes the bundle to a file, as the window saves it. */
async function written({ exports }: House, exportId: string, path: string): Promise<void> {
  rmSync(path, { force: true });
  const how = { format: 'bundle', variant: 'B', passphrase: null, withAddress: false } as const;
  for await (const event of exports.write({ ...how, exportId, keep: [], takeOut: [] })) {
    if (event.kind === 'text') appendFileSync(path, event.text);
    else if (event.leaks.length > 0) throw new Error('There are secrets in the bundle.');
  }
  await exports.forget(exportId);
}

/** Bytes that are handed on at once, as a window does. */
const partLength = 512 * 1024;

/** The window is no part of this process: here it takes as little memory as it can. */
const part = Buffer.alloc(partLength);

async function opened({ importing }: House, path: string): Promise<string> {
  const { fileId } = await importing.files.begin('bench.hookdesk.json', statSync(path).size);
  const file = openSync(path, 'r');
  for (let length = readSync(file, part); length > 0; length = readSync(file, part)) {
    await importing.files.add(fileId, part.toString('base64', 0, length));
  }
  closeSync(file);
  const { status } = await importing.files.open(fileId);
  if (status !== 'read') throw new Error('The bundle was not read.');
  return fileId;
}

async function planned({ id, importing }: House, fileId: string): Promise<void> {
  const input = { fileId, connectionIds: [id], keys: null, alsoRemove: false };
  let rows = 0;
  let planId = '';
  for await (const event of importing.plans.prepare(input)) {
    if (event.kind === 'rows') rows += event.rows.length;
    else if (event.kind === 'end') planId = event.bundlePlanId;
  }
  if (rows !== count) throw new Error(`There are ${rows} rows, not ${count}.`);
  await importing.plans.forget(planId);
}

function verdict(what: string, value: number, limit: number, unit: string, more = ''): void {
  console.log(`  ${what.padEnd(34)} ${value.toFixed(1)}${unit}   (at most ${limit}${unit}${more})`);
  if (!(value <= limit)) process.exitCode = 1;
}

const service = await startRealService('B', count);
const folder = mkdtempSync(join(tmpdir(), 'bundle-10000-'));
const path = join(folder, 'bench.hookdesk.json');
const house = await openHouse(service, threadProgram());
const webhooks = await house.read();
const characters = JSON.stringify(webhooks).length;
// Idle is who has this installation before them, and has read it again.
for (let round = 0; round < rounds; round += 1) await house.read();
const memory = new MemoryBeyondIdle();
for (let round = 0; round < rounds; round += 1) {
  clearAway();
  const exportId = await memory.during('finding secrets', () => prepared(house));
  await memory.during('writing', () => written(house, exportId, path));
  const fileId = await memory.during('opening', () => opened(house, path));
  await memory.during('planning', () => planned(house, fileId));
  await house.importing.files.forget(fileId);
}
const { most, byPhase } = memory;

const times = { plain: [], read: [], export: [], open: [], plan: [] } as Record<string, number[]>;
const note = async (what: keyof typeof times, work: () => unknown): Promise<void> => {
  (times[what] ??= []).push(await timed(work));
};
let turn = 0;
for (let round = 0; round < rounds; round += 1) {
  await note('plain', () => JSON.parse(JSON.stringify(webhooks)) as unknown);
  await note('read', house.read);
  const work = async (): Promise<void> => {
    let fileId = '';
    await note('export', async () => written(house, await prepared(house), path));
    await note('open', async () => (fileId = await opened(house, path)));
    await note('plan', () => planned(house, fileId));
    await house.importing.files.forget(fileId);
  };
  turn = Math.max(turn, await longestTurn(work));
}
const uncleared = memory.most;
rmSync(folder, { recursive: true });
await house.close();
await service.close();

const of = (what: string): number => median(times[what] ?? []);
const plan = of('plan') - of('read');
const seconds = (value: number): string => `${(value / 1_000).toFixed(2)} s`;
console.log(
  `${count} webhooks, ${(characters / 1e6).toFixed(1)} MB as JSON; stringify and parse take ${seconds(of('plain'))}, reading the installation ${seconds(of('read'))}, opening the file ${seconds(of('open'))}.`,
);
verdict(
  'Export, reading included',
  of('export') / of('plain'),
  limits.export,
  '×',
  `; it took ${seconds(of('export'))} of ${told.export} s`,
);
verdict(
  'Plan, beyond the reading',
  plan / of('plain'),
  limits.plan,
  '×',
  `; it took ${seconds(plan)} of ${told.plan} s`,
);
verdict('Longest turn of the host', turn, limits.turn, ' ms');
const phases = byPhase.map(([phase, megabytes]) => `${phase} ${megabytes.toFixed(0)}`);
verdict('Memory beyond idle', most, limits.memory, ' MB', `; ${phases.join(', ')}`);
console.log(`  Nothing cleared away for ${rounds} rounds: ${uncleared.toFixed(1)} MB`);
