import type { HookdeskClient } from '#contract/index.ts';
import type { RemoteMarkDetails, RemoteMarkSummary, SnapshotState } from '#contract/snapshots.ts';
import type { Problem } from '#domain/problem.ts';
import type { ListedSummary, WebhookKey } from '#domain/webhook/listed.ts';

/** Changes that others made on one installation and that the user has not reviewed. */
export class RemoteChanges {
  readonly #client: HookdeskClient;
  readonly #connectionId: string;
  readonly #end = new AbortController();

  marks = $state.raw<ReadonlyMap<WebhookKey, RemoteMarkSummary>>(new Map());
  /** Why the snapshot is in memory only; `null` if it is stored, or in memory on purpose. */
  problem = $state.raw<Problem | null>(null);

  readonly deleted: readonly ListedSummary[] = $derived(
    [...this.marks.values()].flatMap(({ was }) => was ?? []),
  );
  readonly counts = $derived.by(() => {
    const counts = { changed: 0, new: 0, deleted: 0 };
    for (const { kind } of this.marks.values()) counts[kind] += 1;
    return counts;
  });

  constructor(client: HookdeskClient, connectionId: string) {
    this.#client = client;
    this.#connectionId = connectionId;
  }

  async follow(onState: (state: SnapshotState) => void): Promise<void> {
    const { signal } = this.#end;
    try {
      const states = await this.#client.snapshots.watch(
        { connectionId: this.#connectionId },
        { signal },
      );
      for await (const state of states) {
        this.marks = new Map(state.marks.map((mark) => [mark.key, mark]));
        this.problem = state.problem;
        onState(state);
      }
    } catch {
      // The window reports a lost core connection elsewhere.
    }
  }

  stop(): void {
    this.#end.abort();
  }

  /** `null` if no difference is left. */
  change(key: WebhookKey): Promise<RemoteMarkDetails | null> {
    return this.#client.snapshots.change({ connectionId: this.#connectionId, key });
  }

  async seen(marks: Iterable<RemoteMarkSummary>): Promise<void> {
    await this.#client.snapshots.seen({
      connectionId: this.#connectionId,
      marks: [...marks].map(({ key, seenAt }) => ({ key, seenAt })),
    });
  }
}
