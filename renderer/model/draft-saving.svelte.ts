import type { DraftsStanding } from '#contract/drafts.ts';

/** How long an edit waits for the next one before it goes to the disk, in milliseconds. */
const pause = 120;

/** How long edits may wait in all while others follow without a pause, in milliseconds. */
const longestWait = 200;

/** How long they may wait from then on for a moment in which the window does nothing else, in milliseconds. */
const idleWait = 40;

/** How long leaving waits for a host that is slow to answer, in milliseconds. */
const leavingPatience = 3_000;

const opening: DraftsStanding = {
  status: 'opening',
  waiting: 0,
  reason: null,
  problem: null,
  unreadable: 0,
  notices: [],
  windows: 1,
};

function whenIdle(work: () => void): void {
  // Safari and Node have none.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: idleWait });
  else work();
}

/**
 * Saves edits: the host has them on disk 300 ms after an edit at the latest, however fast the next ones
 * come. They go in the pauses of typing and between two frames, because a large draft takes as long to
 * send as a key takes to be seen. Work on one draft is done one after the other.
 */
export class DraftSaving {
  readonly #save: (id: string) => Promise<void>;
  /** Drafts that were edited since they were saved last. */
  readonly #edited = new Set<string>();
  /** Drafts that are being worked on, until the last of that work ends. */
  readonly #working = new Map<string, Promise<void>>();
  readonly #known = Promise.withResolvers<null>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Since when edits wait, in milliseconds of `performance.now()`; of no meaning without a timer. */
  #waitingSince = 0;

  /** How drafts stand, as the host says. */
  standing = $state.raw<DraftsStanding>(opening);

  /** @param save brings a draft to the host as it is by then; rejects where the host is gone */
  constructor(save: (id: string) => Promise<void>) {
    this.#save = save;
  }

  /** Resolves once the drafts from before are known, or cannot be for now. */
  get known(): Promise<unknown> {
    return this.#known.promise;
  }

  /** Whether every edit of this window has been answered for. */
  get isSettled(): boolean {
    return this.#edited.size === 0 && this.#working.size === 0;
  }

  /** The host says how drafts stand; `null` where it says nothing more. */
  report(standing: DraftsStanding | null): void {
    if (standing !== null) this.standing = standing;
    if (standing?.status !== 'opening') this.#known.resolve(null);
  }

  /** A draft was edited. */
  note(id: string): void {
    this.#edited.add(id);
    const now = performance.now();
    if (this.#timer === null) this.#waitingSince = now;
    else clearTimeout(this.#timer);
    const left = this.#waitingSince + longestWait - now;
    this.#timer = setTimeout(
      () => {
        whenIdle(() => {
          // Whoever asked meanwhile had it sent.
          if (this.#edited.size > 0) void this.flush();
        });
      },
      Math.min(pause, left),
    );
  }

  /** Saves a draft without waiting for a pause. */
  saveNow(id: string): void {
    this.#edited.delete(id);
    void this.after(id, async () => {
      try {
        await this.#save(id);
      } catch {
        // The host is gone or refused: it stays edited, and leaving asks.
        this.#edited.add(id);
      }
    });
  }

  /** Sends what was edited; resolves when the host has answered for all of it. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    for (const id of [...this.#edited]) this.saveNow(id);
    while (this.#working.size > 0) await Promise.all(this.#working.values());
  }

  /** The same, for as long as somebody who leaves can be asked to wait. */
  async flushInTime(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, leavingPatience));
    await Promise.race([this.flush(), late]);
  }

  isWorkingOn(id: string): boolean {
    return this.#working.has(id);
  }

  /** Works on a draft once the work before has ended; at once where there is none. */
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
