import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';
import { VaultState } from '#contract/vault.ts';

const Outcome = z.object({
  /** As it was first known. */
  state: VaultState,
  opened: z.number(),
  settled: z.number(),
  /** What came of keeping a secret before anything was chosen: `kept`, or a problem's code. */
  kept: z.string(),
  /** The secret as it came back from memory. */
  got: z.string().nullable(),
});

/**
 * Uses a vault in a process of its own, because a process looks for its D-Bus only once. Times are in
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
