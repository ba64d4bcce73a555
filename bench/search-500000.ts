/**
 * Searches 50 installations of 10,000 webhooks, which a host loads from disk. Measures:
 * - the time until the first search has a result;
 * - the times of queries, as ratios to a scan of every webhook in the same run;
 * - the longest turn of the host, and its resident memory after a garbage collection.
 *
 * Usage: node bench/search-500000.ts
 * Exit code 1 if a limit is exceeded.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { firstLine } from './first-line.ts';
import { readInstallations } from './read-installations.ts';

/** Milliseconds; `memory` in MB of 10^6 bytes; ratios to the scan. */
const limits = {
  ready: 5_000,
  exact: 20,
  text: 100,
  turn: 50,
  memory: 430,
  exactToScan: 0.05,
  textToScan: 0.2,
};

const Figures = z.object({
  ready: z.number(),
  exact: z.number(),
  text: z.number(),
  scan: z.number(),
  ranked: z.number(),
  sorted: z.number(),
  turn: z.number(),
  memory: z.number(),
  total: z.number(),
});

const folder = mkdtempSync(join(tmpdir(), 'search-500000-'));
await readInstallations(folder);

const program = join(import.meta.dirname, 'search-500000-host.ts');
const host = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
const ended = once(host, 'exit');
const found = Figures.parse(JSON.parse(await firstLine(host)));
await ended;
rmSync(folder, { recursive: true });

function show(what: string, value: number, limit: number, unit: string, digits = 0): void {
  console.log(`${what.padEnd(34)} ${value.toFixed(digits).padStart(7)} ${unit} (limit ${limit})`);
  if (value > limit) process.exitCode = 1;
}
console.log(`${found.total} webhooks; a scan of all takes ${found.scan.toFixed(0)} ms`);
show('first search, lists loaded', found.ready, limits.ready, 'ms');
show('exact terms, 95th percentile', found.exact, limits.exact, 'ms', 1);
show('  to the scan', found.exact / found.scan, limits.exactToScan, '  ', 3);
show('free text, 95th percentile', found.text, limits.text, 'ms', 1);
show('  to the scan', found.text / found.scan, limits.textToScan, '  ', 3);
show('longest turn', found.turn, limits.turn, 'ms', 1);
show('memory after collection', found.memory, limits.memory, 'MB');
console.log(
  `all webhooks by name: first ${found.ranked.toFixed(0)} ms, then ${found.sorted.toFixed(0)} ms`,
);
