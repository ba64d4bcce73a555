import { parentPort } from 'node:worker_threads';
import { ExportDesk } from './export-desk.ts';
import { ImportDesk } from './import-desk.ts';
import type { Answer, Call, Works } from './thread-messages.ts';

/** The program of the thread beside the host's: it does what it is called for. */
const works: Works = { exports: new ExportDesk(), files: new ImportDesk() };

parentPort?.on('message', (call: Call) => {
  void answerTo(call).then((answer) => parentPort?.postMessage(answer));
});

async function answerTo({ id, work, method, given }: Call): Promise<Answer> {
  try {
    const called: unknown = Reflect.get(works[work], method);
    if (typeof called !== 'function') throw new TypeError(`There is no ${work}.${method}.`);
    const result: unknown = await Reflect.apply(called, works[work], given);
    return { id, kind: 'done', result };
  } catch (error) {
    return { id, kind: 'failed', error };
  }
}
