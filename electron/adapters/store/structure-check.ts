import { firstMessage } from '../thread/first-message.ts';

const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(workerData, { readOnly: true, timeout: 100 });
  try {
    parentPort.postMessage(database.prepare('PRAGMA integrity_check(1)').get().integrity_check === 'ok');
  } catch (error) {
    const code = error.errcode & 0xff;
    // SQLITE_CORRUPT, SQLITE_NOTADB: anything else says nothing of the file.
    parentPort.postMessage(code !== 11 && code !== 26);
  } finally {
    database.close();
  }
`;

/** Resolves `true` when no thread can run. Rejects with the signal's reason. SQLite itself is not interrupted. */
export async function isStructureSound(path: string, signal: AbortSignal): Promise<boolean> {
  try {
    return (await firstMessage(program, { workerData: path }, signal)) !== false;
  } catch {
    signal.throwIfAborted();
    return true;
  }
}
