import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startService } from '../start.ts';
import { variantNames } from '../webhooks/bodies.ts';

/**
 * A service in a process of its own that tells how much memory it holds: `measured-service.ts A|B`,
 * under `node --expose-gc`. Prints its API root, and then for every line of standard input the bytes
 * of the heap that are in use. Ends with standard input.
 */
const write = (line: string): void => void process.stdout.write(`${line}\n`);

const variant = variantNames.find((name) => name === process.argv[2]) ?? 'A';
const service = await startService({
  variant,
  authToken: null,
  seed: 20,
  onFailure: (error) => process.stderr.write(`${String(error)}\n`),
});
write(`Service at ${service.url}${service.root}`);
const asked = createInterface({ input: process.stdin });
asked.on('line', () => {
  // Twice: what the first one finalizes is let go by the second.
  globalThis.gc?.();
  globalThis.gc?.();
  write(String(process.memoryUsage().heapUsed));
});
await once(asked, 'close');
await service.close();
