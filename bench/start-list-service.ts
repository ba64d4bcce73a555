import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { firstLine } from './first-line.ts';

/** Starts `list-service.ts` with `count` webhooks for each installation. */
export async function startListService(
  count: number,
): Promise<{ readonly address: string; end(): void }> {
  const program = join(import.meta.dirname, 'list-service.ts');
  const service = spawn(process.execPath, [program, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const address = await firstLine(service);
  return {
    address,
    end: () => {
      service.stdin.end();
    },
  };
}
