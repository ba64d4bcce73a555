import { once } from 'node:events';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Runs CommonJS until its first message. @throws the thread's error, or when the signal aborts */
export async function firstMessage(
  program: string,
  options: WorkerOptions,
  signal?: AbortSignal,
): Promise<unknown> {
  // The program is a text, because a bundled host has no file for it.
  const worker = new Worker(program, { ...options, eval: true, execArgv: [] });
  worker.unref();
  // Stays for good: a late error without a listener would end the process.
  worker.on('error', () => undefined);
  try {
    const values: readonly unknown[] = await once(worker, 'message', signal && { signal });
    return values[0];
  } finally {
    void worker.terminate();
  }
}
