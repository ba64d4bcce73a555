/**
 * The resident memory of a host, with its threads, after a garbage collection. The host has 20 or 50
 * installations of 10,000 webhooks: read from the service, or loaded from disk by a second host.
 *
 * Usage: node bench/memory-50.ts
 * Exit code 1 if a limit is exceeded.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { firstLine } from './first-line.ts';
import { startListService } from './start-list-service.ts';

const program = join(import.meta.dirname, 'memory-50-host.ts');
/** MB of 10^6 bytes, by number of installations. */
const limits = new Map([
  [20, 280],
  [50, 430],
]);

const service = await startListService(10_000);
for (const [installations, limit] of limits) {
  const folder = mkdtempSync(join(tmpdir(), 'memory-50-'));
  for (const how of ['read', 'load']) {
    const host = spawn(
      process.execPath,
      [program, how, folder, service.address, String(installations)],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const ended = once(host, 'exit');
    const [before, after] = (await firstLine(host)).split(' ').map(Number);
    await ended;
    const isWithin = after !== undefined && after <= limit;
    console.log(
      `${installations} installations of 10,000, ${how}: ${after} MB (limit ${limit} MB), ${before} MB before`,
    );
    if (!isWithin) process.exitCode = 1;
  }
  rmSync(folder, { recursive: true });
}
service.end();
