import type { Analysis, AnalysisInput } from './analyse.ts';

/** How long nothing must have changed before a template is looked at, in milliseconds. */
const pause = 120;

/** What of a worker is used. */
interface Thread extends EventTarget {
  postMessage(message: unknown): void;
  terminate(): void;
}

/** Starts the thread that templates are looked at on. */
export type StartWorker = () => Thread;

const startWorker: StartWorker = () =>
  new Worker(new URL('../../analysis-worker.ts', import.meta.url), { type: 'module' });

/**
 * Checks and renders one webhook's template off the window's own thread, a moment after the last
 * change. While one is looked at, only the newest of those that wait is kept.
 */
export class Analyst {
  readonly #start: StartWorker;
  #worker: Thread | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether it was ever asked. */
  #begun = false;
  /** What is looked at. */
  #running: AnalysisInput | null = null;
  #due = false;
  #waiting: (() => AnalysisInput) | null = null;

  /** The newest findings and renderings; `null` until the first are there. */
  analysis = $state.raw<Analysis | null>(null);
  /** What they are of. */
  of = $state.raw<AnalysisInput | null>(null);
  /** Whether something changed since. */
  behind = $state(false);

  constructor(start: StartWorker = startWorker) {
    this.#start = start;
  }

  /** Asks for a look at what `input` gives, once nothing more has changed for a moment. */
  look(input: () => AnalysisInput): void {
    this.behind = true;
    this.#waiting = input;
    this.#due = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#due = true;
        this.#next();
      },
      // Not by what is there already: an effect that asks for a look would follow its own result.
      this.#begun ? pause : 0,
    );
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#waiting = null;
  }

  #next(): void {
    if (this.#running !== null || !this.#due || this.#waiting === null) return;
    const input = this.#waiting();
    this.#waiting = null;
    this.#begun = true;
    this.#running = input;
    this.#worker ??= this.#begin();
    this.#worker.postMessage(input);
  }

  #begin(): Thread {
    const worker = this.#start();
    worker.addEventListener('message', (event) => {
      if (event instanceof MessageEvent) this.#take(event.data as Analysis);
    });
    worker.addEventListener('error', () => {
      // A thread that fell over is not used again; the next change starts another.
      worker.terminate();
      this.#worker = null;
      this.#running = null;
    });
    return worker;
  }

  /** The thread answers one by one: what comes is of what was asked last. */
  #take(analysis: Analysis): void {
    this.analysis = analysis;
    this.of = this.#running;
    this.behind = this.#waiting !== null;
    this.#running = null;
    this.#next();
  }
}
