import { type Problem, ProblemError } from '#domain/problem.ts';
import { segmentOf } from '#domain/webhook/segment/segment-builder.ts';
import { WebhookTable } from '#domain/webhook/segment/webhook-table.ts';
import type { SnapshotStore, StoredSnapshot } from '#core/store-ports.ts';

/** Snapshots in memory instead of on disk. Fails with `problem` while it is set. */
export class FakeSnapshotStore implements SnapshotStore {
  readonly held = new Map<string, StoredSnapshot>();
  problem: Problem | null = null;
  /** The number of writes. */
  writes = 0;

  async read(connectionId: string): Promise<StoredSnapshot | null> {
    await this.#use();
    return this.held.get(connectionId) ?? null;
  }
  async times(): Promise<ReadonlyMap<string, Date>> {
    await this.#use();
    return new Map([...this.held].map(([id, { readAt }]) => [id, readAt]));
  }
  async write(snapshot: StoredSnapshot): Promise<void> {
    await this.#use();
    this.writes += 1;
    const webhooks = new WebhookTable(segmentOf(snapshot.webhooks.values()));
    this.held.set(snapshot.connectionId, { ...snapshot, webhooks });
  }
  async remove(connectionId: string): Promise<void> {
    await this.#use();
    this.held.delete(connectionId);
  }

  #use(): Promise<void> {
    return this.problem === null
      ? Promise.resolve()
      : Promise.reject(new ProblemError(this.problem));
  }
}
