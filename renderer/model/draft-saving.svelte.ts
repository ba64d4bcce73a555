import type { DraftsStanding } from '#contract/drafts.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';

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
};

function whenIdle(work: () => void): void {
  // Safari and Node have none.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: idleWait });
  else work();
}

/** What a draft is to the disk: itself, or `null` where nothing of it is to be kept. */
export type Snapshot = () => StoredDraft | null;

/**
 * Brings edits to the host, which has them on disk when it answers: 300 ms after an edit at the latest,
 * however fast the next ones come. They go in the pauses of typing and between two frames, because a large
 * draft takes as long to send as a key takes to be seen. Edits of one draft go one after the other.
 */
export class DraftSaving {
  readonly #client: HookdeskClient;
  /** What was edited since it was sent last. */
  readonly #edited = new Map<string, Snapshot>();
  /** What is on its way. */
  readonly #sending = new Map<string, Promise<void>>();
  /** Drafts that the host has. */
  readonly #held = new Set<string>();
  readonly #known = Promise.withResolvers<null>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Since when edits wait, in milliseconds of `performance.now()`; of no meaning without a timer. */
  #waitingSince = 0;

  /** How drafts stand, as the host says. */
  standing = $state.raw<DraftsStanding>(opening);

  constructor(client: HookdeskClient) {
    this.#client = client;
  }

  /** Resolves once the drafts from before are known, or cannot be for now. */
  get known(): Promise<unknown> {
    return this.#known.promise;
  }

  /** Whether every edit of this window has been answered for. */
  get isSettled(): boolean {
    return this.#edited.size === 0 && this.#sending.size === 0;
  }

  /**
   * Gives the drafts that there are, and follows how they stand for as long as the host is there. Those
   * that the host had published are told of, with when they were edited last by then.
   */
  async follow(
    take: (drafts: readonly StoredDraft[]) => void,
    published: (drafts: readonly Pick<StoredDraft, 'id' | 'editedAt'>[]) => void,
  ): Promise<void> {
    try {
      for await (const event of await this.#client.drafts.watch()) {
        if (event.kind === 'drafts') {
          for (const { id } of event.drafts) this.#held.add(id);
          take(event.drafts);
          continue;
        }
        if (event.kind === 'published') {
          published(event.drafts);
          continue;
        }
        this.standing = event.standing;
        if (event.standing.status !== 'opening') this.#known.resolve(null);
      }
    } catch {
      // The way to the host is lost, which the window says for itself.
      this.#known.resolve(null);
    }
  }

  /** A draft was edited. */
  note(id: string, snapshot: Snapshot): void {
    this.#edited.set(id, snapshot);
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

  /** Sends what was edited; resolves when the host has answered for all of it. */
  async flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const edited = [...this.#edited];
    this.#edited.clear();
    for (const [id, snapshot] of edited) this.#send(id, snapshot);
    await Promise.all(this.#sending.values());
  }

  /** The same, for as long as somebody who leaves can be asked to wait. */
  async flushInTime(): Promise<void> {
    const late = new Promise((resolve) => setTimeout(resolve, leavingPatience));
    await Promise.race([this.flush(), late]);
  }

  /** The host has this draft of its own doing. */
  holds(id: string): void {
    this.#held.add(id);
  }

  /** The draft is no more, here or at the host. */
  async forget(id: string): Promise<void> {
    this.#edited.delete(id);
    this.#send(id, () => null);
    await this.#sending.get(id);
  }

  #send(id: string, snapshot: Snapshot): void {
    const before = this.#sending.get(id) ?? Promise.resolve();
    const sending = before.then(async () => {
      try {
        await this.#bring(id, snapshot());
      } catch {
        // The host is gone or refused: it stays edited, and leaving asks.
        if (!this.#edited.has(id)) this.#edited.set(id, snapshot);
      } finally {
        if (this.#sending.get(id) === sending) this.#sending.delete(id);
      }
    });
    this.#sending.set(id, sending);
  }

  async #bring(id: string, draft: StoredDraft | null): Promise<void> {
    if (draft !== null) {
      this.#held.add(id);
      this.standing = await this.#client.drafts.save(draft);
    } else if (this.#held.has(id)) {
      this.standing = await this.#client.drafts.remove({ draftId: id });
      this.#held.delete(id);
    }
  }
}
