/**
 * Searches 50 installations of 10,000 webhooks, which a host loads from disk. Measures:
 * - the time until the first search has a result;
 * - the first wide search by name after the host was idle, as a ratio to the second;
 * - the times of queries, as ratios to a scan of every webhook in the same run;
 * - the longest turn of the host. `memory-50.ts` measures its memory.
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
import { limitNow } from './limit-now.ts';
import { readInstallations } from './read-installations.ts';

/** Milliseconds; ratios to the scan, and to the second search. */
const limits = {
  ready: 5_000,
  turn: 50,
  exactToScan: 0.035,
  textToScan: 0.125,
  byName: 150,
  firstToSecond: 2,
};

const Figures = z.object({
  ready: z.number(),
  exact: z.number(),
  text: z.number(),
  scan: z.number(),
  turn: z.number(),
  total: z.number(),
});
const IdleFigures = z.object({ first: z.number(), second: z.number(), results: z.number() });

const folder = mkdtempSync(join(tmpdir(), 'search-500000-'));
(await readInstallations(folder)).end();

const program = join(import.meta.dirname, 'search-500000-host.ts');
async function figuresOf(...modes: readonly string[]): Promise<unknown> {
  const host = spawn(process.execPath, [program, folder, ...modes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(host, 'exit');
  const figures: unknown = JSON.parse(await firstLine(host));
  await ended;
  return figures;
}
const found = Figures.parse(await figuresOf());
const idle = IdleFigures.parse(await figuresOf('idle'));
rmSync(folder, { recursive: true });

function show(what: string, value: number, limit: number, unit: string, digits = 0): void {
  const most = unit === 'ms' ? limitNow(limit) : limit;
  console.log(`${what.padEnd(34)} ${value.toFixed(digits).padStart(7)} ${unit} (limit ${most})`);
  if (value > most) process.exitCode = 1;
}
console.log(`${found.total} webhooks; a scan of all takes ${found.scan.toFixed(0)} ms`);
show('first search, lists loaded', found.ready, limits.ready, 'ms');
console.log(
  `95th percentiles: exact terms ${found.exact.toFixed(1)} ms, free text ${found.text.toFixed(1)} ms`,
);
show('exact terms, to the scan', found.exact / found.scan, limits.exactToScan, '  ', 3);
show('free text, to the scan', found.text / found.scan, limits.textToScan, '  ', 3);
show('longest turn', found.turn, limits.turn, 'ms', 1);
console.log(`after the host was idle, ${idle.results} results by name`);
show('first search', idle.first, limits.byName, 'ms');
show('  to the second', idle.first / idle.second, limits.firstToSecond, '  ', 2);
