import type { SavedReport, ShutdownEvent } from '#contract/app.ts';
import type { Clock } from '../ports.ts';
import { timedOut, withTimeout } from '../with-timeout.ts';

/** Milliseconds in which windows must answer. */
const answerLimit = 2_000;

/** A window that watches the shutdown, with the questions that it has not answered. */
class WatchingWindow {
  readonly #answers = new Map<number, PromiseWithResolvers<boolean>>();
  readonly #unsent: ShutdownEvent[] = [];
  #wake = Promise.withResolvers<null>();
  #isGone = false;

  /** Resolves to whether every edit is saved, and to `true` when the window is gone. */
  ask(event: ShutdownEvent): Promise<boolean> {
    const answer = Promise.withResolvers<boolean>();
    this.#answers.set(event.id, answer);
    this.#unsent.push(event);
    this.#wake.resolve(null);
    return answer.promise;
  }

  answer({ id, isSaved }: SavedReport): void {
    this.#answers.get(id)?.resolve(isSaved);
    this.#answers.delete(id);
  }

  leave(): void {
    this.#isGone = true;
    for (const { resolve } of this.#answers.values()) resolve(true);
    this.#wake.resolve(null);
  }

  async *events(): AsyncGenerator<ShutdownEvent, void, void> {
    for (;;) {
      await this.#wake.promise;
      this.#wake = Promise.withResolvers();
      if (this.#isGone) return;
      yield* this.#unsent.splice(0);
    }
  }
}

/** Asks all windows to save their edits, before the core closes or whenever the host needs it. */
export class Shutdown {
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #windows = new Set<WatchingWindow>();
  #lastId = 0;
  #isEnding = false;

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<ShutdownEvent, void, void> {
    if (signal?.aborted === true) return;
    const window = new WatchingWindow();
    const leave = (): void => {
      this.#windows.delete(window);
      window.leave();
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.#windows.add(window);
    if (this.#isEnding) void window.ask(this.#event('end'));
    try {
      yield* window.events();
    } finally {
      signal?.removeEventListener('abort', leave);
      leave();
    }
  }

  report(report: SavedReport): void {
    for (const window of this.#windows) window.answer(report);
  }

  saveWindows(): Promise<boolean> {
    return this.#ask('save');
  }

  /** Also asks windows that open later. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#ask('end');
  }

  async #ask(kind: ShutdownEvent['kind']): Promise<boolean> {
    const answers = [...this.#windows].map((window) => window.ask(this.#event(kind)));
    const saved = await withTimeout(this.#clock, Promise.all(answers), answerLimit);
    return saved !== timedOut && saved.every((isSaved) => isSaved);
  }

  #event(kind: ShutdownEvent['kind']): ShutdownEvent {
    this.#lastId += 1;
    return { kind, id: this.#lastId };
  }
}
