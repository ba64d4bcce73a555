import { EventPublisher } from '@orpc/server';
import type { SnapshotState } from '#contract/snapshots.ts';
import { plainProblem, type Problem, ProblemError } from '#domain/problem.ts';
import { summaryOf } from '#domain/webhook/webhook.ts';
import type { Ports } from '../ports.ts';
import { openSealer } from '../sealed-data.ts';
import type { StoredSnapshot } from '../store-ports.ts';
import type { Snapshots } from './snapshots.ts';

type Needs = Pick<Ports, 'snapshots' | 'drafts' | 'vault' | 'clock'>;

/**
 * What was read waits so long, in milliseconds, before it goes to the disk: rows of a list go to the
 * window first, and changes of single webhooks that follow each other go to the disk together.
 */
const gathering = 500;

/** Between two attempts at a disk that refused, in milliseconds. */
const pauses = { first: 1_000, longest: 30_000 };

/** What waits to be done on disk. */
type Job = 'write' | 'remove';

/**
 * Keeps snapshots on disk and brings them back when they are asked for. One is written at a time, each as
 * it is when its turn comes; whoever reads a list never waits for it. While the vault is locked all of it
 * waits, and with a vault in memory nothing is written.
 */
export class SnapshotPersistence {
  readonly #needs: Needs;
  readonly #snapshots: Snapshots;
  readonly #changes = new EventPublisher<Record<string, string>>({ maxBufferedEvents: 1 });
  readonly #jobs = new Map<string, Job>();
  readonly #loading = new Map<string, Promise<void>>();
  /** What was asked for while it could not be opened. */
  readonly #wanted = new Set<string>();
  readonly #end = new AbortController();
  readonly #vaultKnown = Promise.withResolvers<null>();
  #problem: Problem | null = null;
  #pause = pauses.first;
  #isRetrying = false;
  #isGathering = false;
  #tail: Promise<void> = Promise.resolve();
  #queued: Promise<void> | null = null;

  constructor(needs: Needs, snapshots: Snapshots) {
    this.#needs = needs;
    this.#snapshots = snapshots;
    snapshots.onChange((connectionId, change) => {
      this.#changes.publish(connectionId, connectionId);
      if (change === 'loaded' || this.#snapshots.get(connectionId) === null) return;
      if (this.#end.signal.aborted || this.#jobs.get(connectionId) === 'remove') return;
      this.#jobs.set(connectionId, 'write');
      this.#gather();
    });
    void this.#followVault();
  }

  /**
   * Brings what was kept of an installation into memory, where it can be read now; does not reject. Waits
   * until it is known whether there is a vault, which takes 2 s at most.
   */
  async load(connectionId: string): Promise<void> {
    if (this.#snapshots.isComplete(connectionId)) return;
    await this.#vaultKnown.promise;
    let loading = this.#loading.get(connectionId);
    if (loading === undefined) {
      loading = this.#load(connectionId).finally(() => this.#loading.delete(connectionId));
      this.#loading.set(connectionId, loading);
    }
    await loading;
  }

  /** How a snapshot stands, and again whenever that changes. Ends with the signal. */
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
    const marks = [...(snapshot?.elsewhere.values() ?? [])];
    return {
      readAt: snapshot?.readAt ?? null,
      marks: marks.map(({ webhookId, kind, seenAt, before }) => ({
        webhookId,
        kind,
        seenAt,
        was: kind === 'deleted' && before !== null ? summaryOf(before) : null,
      })),
      problem: this.#problem,
    };
  }

  /** The connection is gone, or leads elsewhere: what was kept of it goes from the disk, too. */
  async forget(connectionId: string): Promise<void> {
    this.#wanted.delete(connectionId);
    this.#jobs.set(connectionId, 'remove');
    this.#snapshots.forget(connectionId);
    await this.#worked();
  }

  /** Brings to the disk what waits for it, if that can be done at once. To be called before the ports are closed. */
  async close(): Promise<void> {
    if (this.#problem === null) await this.#worked();
    this.#end.abort();
    await this.#tail;
  }

  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    try {
      for await (const { status } of this.#needs.vault.watch(signal)) {
        if (status === 'opening') continue;
        this.#vaultKnown.resolve(null);
        if (status !== 'ready') continue;
        for (const connectionId of [...this.#wanted]) await this.load(connectionId);
        await this.#worked();
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#vaultKnown.resolve(null);
    }
  }

  /** With a vault in memory, or beside the file of a newer Hookdesk, nothing is kept and nothing was. */
  get #isInMemory(): boolean {
    const { vault, drafts } = this.#needs;
    return vault.state().status === 'memory' || drafts.refusal !== null;
  }

  async #load(connectionId: string): Promise<void> {
    if (this.#isInMemory) return;
    try {
      const sealer = await openSealer(this.#needs);
      const stored = await this.#needs.snapshots.read(connectionId, sealer);
      this.#wanted.delete(connectionId);
      this.#snapshots.meet(connectionId, stored);
    } catch (error) {
      this.#wanted.add(connectionId);
      this.#refused(asProblem(error));
    }
  }

  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    const after = (): void => {
      this.#isGathering = false;
    };
    void this.#needs.clock.sleep(gathering, this.#end.signal).then(() => {
      after();
      return this.#worked();
      // It has come to its end, which writes what waits.
    }, after);
  }

  /** Does all jobs that can be done now, those that come meanwhile included. */
  #worked(): Promise<void> {
    if (this.#queued === null) {
      this.#queued = this.#tail.then(() => {
        this.#queued = null;
        return this.#work();
      });
      this.#tail = this.#queued;
    }
    return this.#queued;
  }

  async #work(): Promise<void> {
    if (this.#isInMemory) return;
    try {
      for (const [connectionId, job] of this.#jobs) {
        await this.#needs.clock.breathe();
        if (job === 'remove') await this.#remove(connectionId);
        else await this.#write(connectionId);
      }
    } catch (error) {
      this.#refused(asProblem(error));
      return;
    }
    if (this.#wanted.size === 0) this.#stand(null);
  }

  async #remove(connectionId: string): Promise<void> {
    await this.#needs.snapshots.remove(connectionId);
    this.#jobs.delete(connectionId);
    // What was read of the same connection since, at another address.
    if (this.#snapshots.get(connectionId) !== null) this.#jobs.set(connectionId, 'write');
  }

  async #write(connectionId: string): Promise<void> {
    await this.load(connectionId);
    if (!this.#snapshots.isComplete(connectionId)) return;
    const snapshot = this.#snapshots.get(connectionId);
    this.#jobs.delete(connectionId);
    if (snapshot === null) return;
    const { readAt, webhooks, withoutId, elsewhere } = snapshot;
    const stored: StoredSnapshot = {
      connectionId,
      readAt,
      withoutId,
      webhooks: [...webhooks.values()],
      elsewhere: [...elsewhere.values()],
    };
    try {
      await this.#needs.snapshots.write(stored, await openSealer(this.#needs));
    } catch (error) {
      if (!this.#jobs.has(connectionId)) this.#jobs.set(connectionId, 'write');
      throw error;
    }
  }

  /** A locked vault is nothing to tell: it says so itself, and opening it goes on with what waits. */
  #refused(problem: Problem): void {
    if (problem.code === 'vault-locked') return;
    this.#stand(problem);
    if (problem.code !== 'storage-failed' || this.#isRetrying) return;
    this.#isRetrying = true;
    const pause = this.#pause;
    this.#pause = Math.min(pause * 2, pauses.longest);
    const again = async (): Promise<void> => {
      this.#isRetrying = false;
      for (const connectionId of [...this.#wanted]) await this.load(connectionId);
      await this.#worked();
    };
    void this.#needs.clock.sleep(pause, this.#end.signal).then(again, () => undefined);
  }

  #stand(problem: Problem | null): void {
    if (problem === null) this.#pause = pauses.first;
    if (JSON.stringify(problem) === JSON.stringify(this.#problem)) return;
    this.#problem = problem;
    for (const connectionId of this.#snapshots.connections()) {
      this.#changes.publish(connectionId, connectionId);
    }
  }
}

/** Nobody waits for what is done here, so whatever goes wrong is told in the state. */
const asProblem = (error: unknown): Problem =>
  error instanceof ProblemError
    ? error.problem
    : plainProblem(
        'storage-failed',
        'What was last read could not be kept on disk.',
        'It is in memory, and is tried again. If that stays so, restart Hookdesk and report it.',
        { Error: String(error) },
      );
