import { parentPort } from 'node:worker_threads';
import type { Call } from '#adapters/bundle-worker/bundle-thread-host.ts';
import '../bundle-thread.ts';

/** The thread of the product, which exits when it is sent a file of this id. */
parentPort?.on('message', ({ given }: Call) => {
  if (given[0] === 'end the thread') process.exit(1);
});
