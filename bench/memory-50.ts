/**
 * Resident memory of a host, with its threads, after it read 20 and 50 installations of 10,000 webhooks each and
 * the engine collected what it does not need: as read, and as loaded from the disk by a second host.
 *
 * Usage: node bench/memory-50.ts
 * Exit code 1 where a limit is passed.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';

const program = join(import.meta.dirname, 'memory-50-host.ts');
/** MB of 10^6 bytes, by number of installations. */
const limits = new Map([
  [20, 280],
  [50, 430],
]);

async function firstLine(child: ReturnType<typeof spawn>): Promise<string> {
  if (child.stdout === null) throw new Error('The program has no output.');
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The program ended without a word.');
}

const service = spawn(process.execPath, [join(import.meta.dirname, 'list-service.ts'), '10000'], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const address = await firstLine(service);
for (const [installations, limit] of limits) {
  const folder = mkdtempSync(join(tmpdir(), 'memory-50-'));
  for (const how of ['read', 'load']) {
    const host = spawn(process.execPath, [program, how, folder, address, String(installations)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
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
service.stdin.end();
