/**
 * The resident memory of the web host with its threads, as a task manager shows it: no garbage collection is
 * forced. The host has 20 or 50 installations of 10,000 webhooks: a window refreshes all first, or has them loaded
 * from disk. It searches, compares and lists them over RPC. Measured is the memory 10 s after that, and
 * the most during a refresh of all, each above the same host 10 s after its start. Needs Linux.
 *
 * Usage: node bench/memory-50.ts    (needs the built window: npm run build)
 * Exit code 1 if a limit is exceeded.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HookdeskClient } from '#contract/index.ts';
import { passphrase } from '#test-support/composition-fixture.ts';
import { noKeychain } from '../e2e/fixtures/keychain-session.ts';
import { startWebHost } from '../e2e/fixtures/web-host.ts';
import { readInstallations } from './read-installations.ts';
import { openWindow } from './window-of-host.ts';

/** MB of 10^6 bytes above the idle host, by number of installations. */
const limits = new Map([
  [20, 300],
  [50, 430],
]);
/** The most during a refresh, as a multiple of the limit. */
const peakOfRefresh = 1.5;
/** Milliseconds after work. */
const rest = 10_000;

/** `VmRSS` now, or `VmHWM`, the most since `resetMost`. Returns MB. */
function residentOf(pid: number, value: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(new RegExp(`${value}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1_024) / 1e6;
}
const resetMost = (pid: number): void => {
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
};

async function last<Event>(events: Promise<AsyncIterable<Event>>): Promise<Event> {
  let end: { event: Event } | null = null;
  for await (const event of await events) end = { event };
  if (end === null) throw new Error('There were no events.');
  return end.event;
}

async function refreshAll(client: HookdeskClient, connectionIds: readonly string[]): Promise<void> {
  for await (const event of await client.webhooks.listAll({ connectionIds: [...connectionIds] })) {
    if (event.state === 'failed') throw new Error(event.problem.message);
  }
}

/** Work of a person with all lists. A search loads those that are on disk. */
async function useAll(client: HookdeskClient, ids: readonly string[]): Promise<void> {
  for (const text of ['', 'payments 7', 'is:enabled 99', 'template:alertname']) {
    for (const by of ['installation', 'name'] as const) {
      const { searchId } = await client.search.open({ text, sort: { by, descending: false } });
      await client.search.rows({ searchId, from: 0, count: 200 });
      await client.search.close({ searchId });
    }
  }
  const [connectionId = '', ...otherIds] = ids;
  const reference = { kind: 'installation' as const, connectionId };
  const compared = await last(client.comparisons.open({ reference, otherIds, ignoredParts: [] }));
  if (compared.kind === 'end')
    await client.comparisons.close({ comparisonId: compared.comparisonId });
  for (const id of ids) await last(client.snapshots.last({ connectionId: id }));
}

interface Memory {
  readonly idle: number;
  readonly after: number;
  readonly peak: number;
}

async function measured(folder: string, how: 'read' | 'load'): Promise<Memory> {
  const host = await startWebHost(folder, noKeychain);
  const window = await openWindow(host.address);
  const { client } = window;
  try {
    await client.vault.unlock({ passphrase });
    await sleep(rest);
    const idle = residentOf(host.pid, 'VmRSS');
    const connectionIds = (await client.connections.list()).map(({ id }) => id);
    if (how === 'read') await refreshAll(client, connectionIds);
    await useAll(client, connectionIds);
    await sleep(rest);
    const after = residentOf(host.pid, 'VmRSS');
    resetMost(host.pid);
    await refreshAll(client, connectionIds);
    return { idle, after, peak: residentOf(host.pid, 'VmHWM') };
  } finally {
    window.leave();
    await host.end();
  }
}

function show(what: string, value: number, limit: number): void {
  console.log(`  ${what.padEnd(28)} ${value.toFixed(0).padStart(5)} MB (limit ${limit} MB)`);
  if (!(value <= limit)) process.exitCode = 1;
}

for (const [installations, limit] of limits) {
  const folder = mkdtempSync(join(tmpdir(), 'memory-50-'));
  const service = await readInstallations(folder, { count: installations, path: '/team' });
  for (const how of ['read', 'load'] as const) {
    const { idle, after, peak } = await measured(folder, how);
    console.log(`${installations} installations of 10,000, ${how}; idle ${idle.toFixed(0)} MB`);
    show('above it, 10 s after work', after - idle, limit);
    show('above it, most in a refresh', peak - idle, limit * peakOfRefresh);
  }
  service.end();
  rmSync(folder, { recursive: true });
}
