import { parentPort } from 'node:worker_threads';
import type { Answer, Call, Result, Works } from '#adapters/bundle-worker/bundle-thread-host.ts';
import { ExportsOnThread } from '#core/bundles/thread/exports-on-thread.ts';
import { FilesOnThread } from '#core/bundles/thread/files-on-thread.ts';
import { bundleCodec } from './bundle-codec.ts';

const works = {
  exports: new ExportsOnThread(bundleCodec),
  files: new FilesOnThread(bundleCodec),
} satisfies Works;

parentPort?.on('message', (call: Call) => {
  void resultOf(call).then((result) => {
    const holdsNothing = works.exports.isEmpty && works.files.isEmpty;
    const answer: Answer = { id: call.id, holdsNothing, ...result };
    parentPort?.postMessage(answer);
  });
});

async function resultOf({ work, method, given }: Call): Promise<Result> {
  try {
    const called: unknown = Reflect.get(works[work], method);
    if (typeof called !== 'function') throw new TypeError(`There is no ${work}.${method}.`);
    const result: unknown = await Reflect.apply(called, works[work], given);
    return { kind: 'done', result };
  } catch (error) {
    return { kind: 'failed', error };
  }
}
