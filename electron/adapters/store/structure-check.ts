import { Worker } from 'node:worker_threads';

/** Worker source as text: a worker file would need its own bundle in each host. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData, { readOnly: true, timeout: 100 });
  try {
    parentPort.postMessage(database.prepare('PRAGMA quick_check(1)').get().quick_check === 'ok');
  } catch (error) {
    const code = error.errcode & 0xff;
    // SQLITE_CORRUPT, SQLITE_NOTADB: anything else says nothing of the file.
    parentPort.postMessage(code !== 11 && code !== 26);
  } finally {
    database.close();
  }
`;

/** Resolves `true` when no worker can run. Rejects with the signal's reason. */
export function isStructureSound(path: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(program, { eval: true, workerData: path, execArgv: [] });
    worker.unref();
    const onAbort = (): void => {
      // `terminate` does not interrupt SQLite; the result is ignored.
      void worker.terminate();
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    const end = (isSound: boolean): void => {
      signal.removeEventListener('abort', onAbort);
      resolve(isSound);
    };
    worker.once('message', (isSound: unknown) => {
      end(isSound !== false);
    });
    worker.once('error', () => {
      end(true);
    });
  });
}
