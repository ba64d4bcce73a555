import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { z } from 'zod';

const Outcome = z.object({
  kind: z.enum(['keychain', 'memory']),
  label: z.string(),
  reason: z.string().nullable(),
  took: z.number(),
  got: z.string().nullable(),
  cleared: z.string().nullable(),
});

/**
 * Uses a secret store in a process of its own, because a process looks for its D-Bus only once.
 * `whole` is how long that process took to its very end, in milliseconds.
 */
export async function runTryStore(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<z.infer<typeof Outcome> & { whole: number }> {
  const begun = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, 'try-store.ts'), ...args], {
    env: { ...process.env, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (part: Buffer) => {
    said += part.toString();
  });
  await once(child, 'close');
  return { ...Outcome.parse(JSON.parse(said)), whole: performance.now() - begun };
}
