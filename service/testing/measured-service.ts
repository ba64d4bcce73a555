import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { startService } from '../start.ts';
import { variantNames } from '../webhooks/body-types.ts';

/**
 * A service in a separate process that reports its memory: `measured-service.ts A|B`, run with
 * `node --expose-gc`. Prints its API root, then the used heap in bytes for every line of standard
 * input. Exits when standard input ends.
 */
const write = (line: string): void => void process.stdout.write(`${line}\n`);

const variant = variantNames.find((name) => name === process.argv[2]) ?? 'A';
const service = await startService({
  variant,
  authToken: null,
  seed: 20,
  database: process.env.WEBHOOK_SERVICE_DATABASE_URL,
  onFailure: (error) => process.stderr.write(`${String(error)}\n`),
});
write(`Service at ${service.url}${service.root}`);
const asked = createInterface({ input: process.stdin });
asked.on('line', () => {
  // Twice: the second collection frees objects that the first one finalizes.
  globalThis.gc?.();
  globalThis.gc?.();
  write(String(process.memoryUsage().heapUsed));
});
await once(asked, 'close');
await service.close();
