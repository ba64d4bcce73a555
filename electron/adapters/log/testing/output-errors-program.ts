import { once } from 'node:events';
import { ignoreOutputErrors } from '../output-errors.ts';

/**
 * Prints until its output fails, prints uncaught exceptions as the desktop does, and then continues
 * to print. Sends its parent the number of those exceptions.
 */
let exceptions = 0;
process.on('uncaughtException', (error) => {
  exceptions += 1;
  if (exceptions < 1_000) process.stderr.write(`${error.message}\n`);
});
if (!process.argv.includes('--untreated')) ignoreOutputErrors(process);

await once(process, 'message');
for (const stream of [process.stdout, process.stderr]) stream.write('lost\n');
await new Promise((resolve) => setImmediate(resolve));
for (let count = 0; count < 100; count += 1) {
  for (const stream of [process.stdout, process.stderr]) stream.write('lost\n');
  await new Promise((resolve) => setImmediate(resolve));
}
process.send?.(exceptions, () => process.exit(0));
