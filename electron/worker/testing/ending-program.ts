import { parentPort } from 'node:worker_threads';
import type { Call } from '#adapters/bundle-worker/bundle-thread-host.ts';
import { ExportsOnThread } from '#core/bundles/thread/exports-on-thread.ts';
import { bundleCodec } from '../bundle-codec.ts';

/** A thread that exits in a search for secrets, like one without enough memory. */
const desk = new ExportsOnThread(bundleCodec);

parentPort?.on('message', ({ id, method, given }: Call) => {
  if (method === 'findSecrets') process.exit(1);
  const called: unknown = Reflect.get(desk, method);
  if (typeof called !== 'function') return;
  void Promise.resolve(Reflect.apply(called, desk, given)).then((result: unknown) => {
    parentPort?.postMessage({ id, holdsNothing: false, kind: 'done', result });
  });
});
