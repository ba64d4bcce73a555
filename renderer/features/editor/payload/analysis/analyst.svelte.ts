import type { Analysis, AnalysisInput } from './analyse.ts';

/** Milliseconds without a change before an analysis starts. */
const pause = 120;

interface Thread extends EventTarget {
  postMessage(message: unknown): void;
  terminate(): void;
}

export type StartWorker = () => Thread;

const startWorker: StartWorker = () =>
  new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });

/** Analyses a template in a worker; of the inputs that wait, only the newest is analysed. */
export class Analyst {
  readonly #start: StartWorker;
  #worker: Thread | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #begun = false;
  #running: AnalysisInput | null = null;
  #due = false;
  #waiting: (() => AnalysisInput) | null = null;

  analysis = $state.raw<Analysis | null>(null);
  /** The input of `analysis`. */
  of = $state.raw<AnalysisInput | null>(null);
  behind = $state(false);

  constructor(start: StartWorker = startWorker) {
    this.#start = start;
  }

  /** @param soon whether the first analysis does not wait for a pause */
  look(input: () => AnalysisInput, soon = true): void {
    this.behind = true;
    this.#waiting = input;
    this.#due = false;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => {
        this.#due = true;
        this.#next();
      },
      // Does not depend on `analysis`, because the calling effect would run after each result.
      this.#begun || !soon ? pause : 0,
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
      worker.terminate();
      this.#worker = null;
      this.#running = null;
      this.analysis = null;
      this.behind = this.#waiting !== null;
    });
    return worker;
  }

  /** The worker answers in order, so each result belongs to the last input. */
  #take(analysis: Analysis): void {
    this.analysis = analysis;
    this.of = this.#running;
    this.behind = this.#waiting !== null;
    this.#running = null;
    this.#next();
  }
}
