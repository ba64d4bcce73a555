import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { VaultState } from '#contract/vault.ts';

const Outcome = z.object({
  /** The first known state. */
  state: VaultState,
  opened: z.number(),
  settled: z.number(),
  /** The result of storing a secret before a choice: `kept` or a problem code. */
  kept: z.string(),
  /** The secret that memory returned. */
  got: z.string().nullable(),
});

/**
 * Uses a vault in a separate process, because a process looks for its D-Bus only once. Times are in
 * milliseconds.
 */
export async function runTryVault(
  directory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<z.infer<typeof Outcome>> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'try-vault.ts'), directory], {
    env: { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
  });
  await once(child, 'close');
  return Outcome.parse(JSON.parse(said));
}
