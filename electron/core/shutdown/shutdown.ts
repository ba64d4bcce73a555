import type { ShutdownEvent } from '#contract/shutdown.ts';
import type { Clock } from '../ports.ts';
import { withTimeout } from '../with-timeout.ts';

/** How long windows may take to save their edits when the host ends, in milliseconds. */
const patience = 2_000;

/** A window that watches for the end of the host. */
interface WatchingWindow {
  readonly asked: PromiseWithResolvers<null>;
  /** Resolves when the window has saved its edits or is gone. */
  readonly left: PromiseWithResolvers<null>;
}

/** Asks every window to save its edits before the host ends. */
export class Shutdown {
  readonly #clock: Pick<Clock, 'sleep'>;
  readonly #windows = new Set<WatchingWindow>();
  #isEnding = false;

  constructor(clock: Pick<Clock, 'sleep'>) {
    this.#clock = clock;
  }

  /** Yields once, when the host is asked to end. The window ends the stream when its edits are saved. */
  async *watch(signal?: AbortSignal): AsyncGenerator<ShutdownEvent, void, void> {
    if (signal?.aborted === true) return;
    const window: WatchingWindow = {
      asked: Promise.withResolvers(),
      left: Promise.withResolvers(),
    };
    const leave = (): void => {
      window.left.resolve(null);
    };
    signal?.addEventListener('abort', leave, { once: true });
    this.#windows.add(window);
    if (this.#isEnding) window.asked.resolve(null);
    try {
      const { asked, left } = window;
      const isAsked = await Promise.race([asked.promise.then(() => true), left.promise]);
      if (isAsked === null) return;
      yield { kind: 'save' };
      await left.promise;
    } finally {
      signal?.removeEventListener('abort', leave);
      leave();
      this.#windows.delete(window);
    }
  }

  /** Asks every window that watches, and waits until each has saved its edits; for 2 s at most. */
  async saveWindows(): Promise<void> {
    this.#isEnding = true;
    const windows = [...this.#windows];
    for (const { asked } of windows) asked.resolve(null);
    await withTimeout(this.#clock, Promise.all(windows.map(({ left }) => left.promise)), patience);
  }
}
