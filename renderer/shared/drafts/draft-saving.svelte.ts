import type { DraftsState } from '#contract/drafts.ts';

/** Milliseconds without an edit before edits are saved. */
const pause = 120;

/** Milliseconds that edits wait at most while others follow. */
const longestWait = 200;

/** Milliseconds that edits wait after that for an idle moment of the window. */
const idleWait = 40;

/** Milliseconds that closing the window waits for a slow host. */
const leaveTimeLimit = 3_000;

const opening: DraftsState = {
  status: 'opening',
  waiting: 0,
  reason: null,
  problem: null,
  unreadable: 0,
  notices: [],
  windows: 1,
};

function whenIdle(work: () => void): void {
  // Safari and Node lack `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: idleWait });
  else work();
}

/**
 * Saves in idle time, because sending a large draft takes as long as drawing a keystroke.
 * The host has an edit on disk at most 300 ms later. Work on one draft is serial.
 */
export class DraftSaving {
  readonly #save: (id: string) => Promise<void>;
  readonly #edited = new Set<string>();
  readonly #working = new Map<string, Promise<void>>();
  readonly #loaded = Promise.withResolvers<null>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** `performance.now()` of the first waiting edit; meaningless without a timer. */
  #waitingSince = 0;

  state = $state.raw<DraftsState>(opening);

  /** @param save rejects if the host is gone */
  constructor(save: (id: string) => Promise<void>) {
    this.#save = save;
  }

  /** Resolves when the stored drafts are loaded or the load has failed. */
  get loaded(): Promise<unknown> {
    return this.#loaded.promise;
  }

  /** Whether the host has answered for every edit of this window. */
  get isAnswered(): boolean {
    return this.#edited.size === 0 && this.#working.size === 0;
  }

  /** `null` when the host connection ends. */
  report(state: DraftsState | null): void {
    if (state !== null) this.state = state;
    if (state?.status !== 'opening') this.#loaded.resolve(null);
  }

  note(id: string): void {
    this.#edited.add(id);
    const now = performance.now();
    if (this.#timer === null) this.#waitingSince = now;
    else clearTimeout(this.#timer);
    const left = this.#waitingSince + longestWait - now;
    this.#timer = setTimeout(
      () => {
        whenIdle(() => {
          // `flush` may have run in the meantime.
          if (this.#edited.size > 0) void this.flush();
        });
      },
      Math.min(pause, left),
    );
  }

  saveNow(id: string): void {
    void this.after(id, async () => {
      // Also covers edits that were noted while an earlier save ran.
      this.#edited.delete(id);
      try {
        await this.#save(id);
      } catch {
        // The draft stays edited, so closing the window warns.
        this.#edited.add(id);
      }
    });
  }

  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const id of [...this.#edited]) this.saveNow(id);
    while (this.#working.size > 0) await Promise.all(this.#working.values());
  }

  async flushInTime(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, leaveTimeLimit));
    await Promise.race([this.flush(), late]);
  }

  isWorkingOn(id: string): boolean {
    return this.#working.has(id);
  }

  after(id: string, work: () => Promise<void> | void): Promise<void> {
    const before = this.#working.get(id);
    const working = (async () => {
      if (before !== undefined) await before;
      await work();
    })().finally(() => {
      if (this.#working.get(id) === working) this.#working.delete(id);
    });
    this.#working.set(id, working);
    return working;
  }
}
