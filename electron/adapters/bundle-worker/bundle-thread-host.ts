import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { BundleWorker, ExportWorker } from '#core/bundle-ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import { errorCode } from '../error-code.ts';

/** What runs on the thread, by the name that a call uses. */
export interface Works {
  readonly exports: ExportWorker;
  readonly files: BundleWorker;
}

/** A message to the thread: a method, and its arguments. */
export interface Call {
  readonly id: number;
  readonly work: keyof Works;
  readonly method: string;
  readonly given: readonly unknown[];
}

export type Result =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: unknown };

export type Answer = Result & {
  readonly id: number;
  /** Whether the worker may end without losing data. */
  readonly holdsNothing: boolean;
};

export type BundleThread = Works & { readonly close: () => Promise<void> };

/**
 * Starts the worker on demand and ends it once it holds no data, which frees its memory.
 * If it ends early, such as out of memory, pending calls reject with `ProblemError('refused')`.
 */
export function createBundleThread(program: string): BundleThread {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | null = null;
  let calls = 0;

  const end = (ended: Worker, error: unknown): void => {
    if (worker !== ended) return;
    worker = null;
    const callers = [...waiting.values()];
    waiting.clear();
    for (const { reject } of callers) reject(error);
  };

  const startWorker = (): Worker => {
    const started = startThread(program);
    started.on('message', (answer: Answer) => {
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) started.unref();
      if (waiting.size === 0 && answer.holdsNothing && worker === started) {
        worker = null;
        void started.terminate();
      }
      if (answer.kind === 'done') caller?.resolve(answer.result);
      else caller?.reject(answer.error);
    });
    started.on('error', (error: Error) => {
      end(started, isOutOfMemory(error) ? new ProblemError(tooLarge) : error);
    });
    started.on('exit', () => {
      end(started, new ProblemError(tooLarge));
    });
    return started;
  };

  const call: Caller = async (work, method, given, handedOver = []) => {
    if (worker === null && method.startsWith('forget')) return undefined;
    worker ??= startWorker();
    const id = (calls += 1);
    const message: Call = { id, work, method, given };
    // First, because `postMessage` may throw: then no caller waits.
    worker.postMessage(message, handedOver);
    worker.ref();
    const caller = Promise.withResolvers<unknown>();
    waiting.set(id, caller);
    return caller.promise;
  };

  return {
    exports: proxyOf('exports', call),
    files: proxyOf('files', call, {
      async add(fileId, part, total) {
        // A copy, because the buffer of a part can be shared.
        const bytes = new Uint8Array(part);
        await call('files', 'add', [fileId, bytes, total], [bytes.buffer]);
      },
    }),
    close: async () => {
      const lastWorker = worker;
      worker = null;
      for (const { reject } of waiting.values()) reject(new ProblemError(closed));
      waiting.clear();
      await lastWorker?.terminate();
    },
  };
}

/** Without limits the worker uses twice the memory. A file of the largest size fits. */
const resourceLimits = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 1_024 };

/** A bundled program is passed as text: a new worker may not be able to read the package's archive. */
function startThread(program: string): Worker {
  const options = { execArgv: [], resourceLimits };
  return program.endsWith('.ts')
    ? new Worker(program, options)
    : new Worker(readFileSync(program, 'utf8'), { ...options, eval: true });
}

/** @param handedOver buffers that are transferred and detached */
type Caller = (
  work: keyof Works,
  method: string,
  given: readonly unknown[],
  handedOver?: readonly ArrayBuffer[],
) => Promise<unknown>;

function proxyOf<Name extends keyof Works>(
  name: Name,
  call: Caller,
  overrides: Partial<Works[Name]> = {},
): Works[Name] {
  // Type-safe because the worker has the same methods under this name.
  return new Proxy({} as Works[Name], {
    get: (_, method): unknown =>
      Reflect.get(overrides, method) ??
      ((...given: readonly unknown[]) => call(name, String(method), given)),
  });
}

const isOutOfMemory = (error: Error): boolean => errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY';

const tooLarge = plainProblem(
  'refused',
  'There is not enough memory for a file of this size.',
  'Take fewer webhooks at a time.',
);

const closed = plainProblem('aborted', 'Hookdesk is closing.', 'Try again after the next start.');
