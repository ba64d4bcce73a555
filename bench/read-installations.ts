import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { firstLine } from './first-line.ts';
import { startListService } from './start-list-service.ts';

interface Installations {
  readonly count: number;
  /** First part of each API root. Lists below the same one are alike. */
  readonly path: string;
}

/**
 * Fills a data folder with the lists of installations of 10,000 webhooks, read from a service.
 *
 * @returns the service, which the caller ends
 */
export async function readInstallations(
  folder: string,
  { count, path }: Installations = { count: 50, path: '' },
): Promise<{ end(): void }> {
  const service = await startListService(10_000);
  const program = join(import.meta.dirname, 'read-installations-host.ts');
  const reader = spawn(process.execPath, [program, folder, service.address, String(count), path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(reader, 'exit');
  await firstLine(reader);
  await ended;
  return service;
}
