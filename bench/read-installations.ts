import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { firstLine } from './first-line.ts';
import { startListService } from './start-list-service.ts';

const installations = 50;

/** Fills a data folder with the lists of 50 installations of 10,000 webhooks, read from a service. */
export async function readInstallations(folder: string): Promise<void> {
  const service = await startListService(10_000);
  const program = join(import.meta.dirname, 'memory-50-host.ts');
  const reader = spawn(
    process.execPath,
    [program, 'read', folder, service.address, String(installations)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const ended = once(reader, 'exit');
  await firstLine(reader);
  await ended;
  service.end();
}
