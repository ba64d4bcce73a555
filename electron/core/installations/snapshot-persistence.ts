import { EventPublisher } from '@orpc/server';
import type { SnapshotState } from '#contract/snapshots.ts';
import { plainProblem, type Problem, ProblemError } from '#domain/problem.ts';
import {
  type ListedSummary,
  type ListedWebhook,
  listedSummaryOf,
  type WebhookKey,
} from '#domain/webhook/listed.ts';
import { summaryOf } from '#domain/webhook/webhook.ts';
import { PersistentQueue } from '../persistence/persistent-queue.ts';
import type { Ports } from '../ports.ts';
import type { Sealer, StoredSnapshot } from '../store-ports.ts';
import type { Snapshot, Snapshots } from './snapshots.ts';

/** Milliseconds before a write. Large snapshots wait longer, so that writing does not slow a plan down. */
const pauses = { shortest: 500, timesLastWrite: 30, longest: 20_000 };

/** The queue needs a new object for each change. */
interface SnapshotChange {
  readonly kind: 'load' | 'write' | 'remove';
  readonly connectionId: string;
}

/** Stores and loads the snapshots. Writes one at a time, in its latest state; reading a list never waits. */
export class SnapshotPersistence {
  readonly #ports: Ports;
  readonly #snapshots: Snapshots;
  readonly #queue: PersistentQueue<SnapshotChange>;
  readonly #changes = new EventPublisher<Record<string, string>>({ maxBufferedEvents: 1 });
  readonly #loading = new Map<string, Promise<void>>();
  readonly #unsubscribe: () => void;
  #publishedProblem: Problem | null = null;
  #lastWriteMilliseconds = 0;

  constructor(ports: Ports, snapshots: Snapshots) {
    this.#ports = ports;
    this.#snapshots = snapshots;
    this.#queue = new PersistentQueue(ports, {
      keyOf: ({ connectionId }) => connectionId,
      write: async (changes, sealer) => {
        for (const change of changes) await this.#apply(change, sealer);
      },
      batchSize: 1,
      onAttempt: () => this.#publishProblem(),
    });
    this.#unsubscribe = snapshots.onChange((connectionId, change) => {
      this.#changes.publish(connectionId, connectionId);
      if (change !== 'changed' || snapshots.get(connectionId) === null) return;
      if (this.#queue.pending.get(connectionId)?.kind === 'remove') return;
      this.#writeSoon(connectionId);
    });
  }

  /** The snapshot, with what is stored of it. Does not reject. Waits up to 2 s for the vault's first state. */
  async load(connectionId: string): Promise<Readonly<Snapshot> | null> {
    if (!this.#snapshots.isComplete(connectionId)) await this.#loadOnce(connectionId);
    return this.#snapshots.get(connectionId);
  }

  async #loadOnce(connectionId: string): Promise<void> {
    await this.#queue.vaultAnswer;
    let loading = this.#loading.get(connectionId);
    if (loading === undefined) {
      loading = this.#load(connectionId).finally(() => this.#loading.delete(connectionId));
      this.#loading.set(connectionId, loading);
    }
    await loading;
  }

  /** `true` when a stored list exists that `load` could not read yet. */
  mayHaveStored(connectionId: string): boolean {
    return !this.#snapshots.isComplete(connectionId) && !this.#queue.isInMemory;
  }

  async *watch(
    connectionId: string,
    signal?: AbortSignal,
  ): AsyncGenerator<SnapshotState, void, void> {
    const changes = this.#changes.subscribe(connectionId, { signal });
    await this.load(connectionId);
    yield this.state(connectionId);
    for await (const changed of changes) yield this.state(changed);
  }

  state(connectionId: string): SnapshotState {
    const snapshot = this.#snapshots.get(connectionId);
    const marks = [...(snapshot?.marks.values() ?? [])];
    return {
      readAt: snapshot?.readAt ?? null,
      marks: marks.map(({ key, kind, seenAt, before }) => ({
        key,
        kind,
        seenAt,
        was: kind === 'deleted' && before !== null ? deletedSummary(key, before) : null,
      })),
      problem: this.#queue.status.problem,
    };
  }

  /** Needs no key, so it works while the vault is locked. */
  async forget(connectionId: string): Promise<void> {
    this.#queue.put({ kind: 'remove', connectionId });
    this.#snapshots.forget(connectionId);
    if (this.#queue.isInMemory) return;
    try {
      await this.#remove(connectionId);
    } catch {
      // The queue retries and reports the problem.
      await this.#queue.flush();
    }
  }

  /** Must be called before the ports are closed. */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#queue.close();
  }

  async #load(connectionId: string): Promise<void> {
    if (this.#queue.isInMemory) return;
    try {
      await this.#read(connectionId, await this.#queue.sealer());
    } catch {
      // The queue retries and reports the problem.
      if (!this.#queue.pending.has(connectionId)) this.#queue.put({ kind: 'load', connectionId });
      this.#queue.flushIn(0);
    }
  }

  async #read(connectionId: string, sealer: Sealer): Promise<void> {
    if (this.#snapshots.isComplete(connectionId)) return;
    this.#snapshots.mergeStored(
      connectionId,
      await this.#ports.snapshots.read(connectionId, sealer),
    );
  }

  async #apply(change: SnapshotChange, sealer: Sealer): Promise<void> {
    const { kind, connectionId } = change;
    try {
      if (kind === 'remove') await this.#remove(connectionId);
      else await this.#read(connectionId, sealer);
      if (kind === 'write') await this.#write(connectionId, sealer);
    } catch (error) {
      throw new ProblemError(asProblem(error));
    }
  }

  async #remove(connectionId: string): Promise<void> {
    await this.#ports.snapshots.remove(connectionId);
    this.#queue.drop(connectionId);
    // The connection's new target was read before the old snapshot was removed.
    if (this.#snapshots.get(connectionId) !== null) this.#writeSoon(connectionId);
  }

  #writeSoon(connectionId: string): void {
    this.#queue.put({ kind: 'write', connectionId });
    const pause = Math.max(pauses.shortest, this.#lastWriteMilliseconds * pauses.timesLastWrite);
    this.#queue.flushIn(Math.min(pause, pauses.longest));
  }

  async #write(connectionId: string, sealer: Sealer): Promise<void> {
    const snapshot = this.#snapshots.get(connectionId);
    if (snapshot === null || this.#queue.pending.get(connectionId)?.kind === 'remove') return;
    // A change from here on needs another write.
    this.#queue.drop(connectionId);
    const { readAt, webhooks, marks } = snapshot;
    const stored: StoredSnapshot = {
      connectionId,
      readAt,
      webhooks,
      marks: [...marks.values()],
    };
    const startedAt = this.#ports.clock.now().getTime();
    try {
      await this.#ports.snapshots.write(stored, sealer);
    } catch (error) {
      if (!this.#queue.pending.has(connectionId)) {
        this.#queue.put({ kind: 'write', connectionId });
      }
      throw error;
    }
    this.#lastWriteMilliseconds = this.#ports.clock.now().getTime() - startedAt;
  }

  #publishProblem(): void {
    const { problem } = this.#queue.status;
    if (JSON.stringify(problem) === JSON.stringify(this.#publishedProblem)) return;
    this.#publishedProblem = problem;
    const pending = this.#queue.pending.keys();
    for (const connectionId of new Set([...this.#snapshots.connections(), ...pending])) {
      this.#changes.publish(connectionId, connectionId);
    }
  }
}

/** What a window shows of a deleted webhook. A key that is no id belongs to a webhook without a unique id. */
function deletedSummary(key: WebhookKey, before: ListedWebhook): ListedSummary {
  if (typeof key === 'number') return listedSummaryOf(before);
  const idDefect =
    before.id === null ? before.idDefect : { kind: 'repeated' as const, id: before.id, count: 2 };
  return { ...summaryOf({ ...before, id: null }), key, idDefect };
}

/** No caller waits for these writes, so the state reports every error. */
const asProblem = (error: unknown): Problem =>
  error instanceof ProblemError
    ? error.problem
    : plainProblem(
        'storage-failed',
        'The list could not be saved to disk.',
        'Hookdesk keeps the list in memory and retries. If the error persists, restart Hookdesk and report it.',
        { Error: String(error) },
      );
