import { parentPort } from 'node:worker_threads';
import { ExportSession } from '../export-session.ts';
import type { Call } from '../thread-messages.ts';

/** A thread that ends when it is to look for secrets, as one does whose memory is used up. */
const desk = new ExportSession();

parentPort?.on('message', ({ id, method, given }: Call) => {
  if (method === 'find') process.exit(1);
  const called: unknown = Reflect.get(desk, method);
  if (typeof called !== 'function') return;
  void Promise.resolve(Reflect.apply(called, desk, given)).then((result: unknown) => {
    parentPort?.postMessage({ id, holdsNothing: false, kind: 'done', result });
  });
});
