import pLimit from 'p-limit';
import type { PersistenceStatus } from '#contract/persistence.ts';
import { ProblemError } from '#domain/problem.ts';
import type { OpenDrafts, Ports, Sealer } from '../ports.ts';
import { blockedStatus, keptStatus, openingStatus, statusAfterError } from './status.ts';

export type QueueNeeds = Pick<Ports, 'vault' | 'drafts' | 'clock'>;

/** How changes of one kind get to the disk. */
export interface QueueOptions<Change> {
  /** Changes with one key replace each other. */
  readonly keyOf: (change: Change) => string;
  /** Writes changes with different keys. They are on disk when it resolves. */
  readonly write: (changes: readonly Change[], sealer: Sealer) => Promise<void>;
  /** How many waiting changes one write takes at most; all of them by default. */
  readonly batchSize?: number;
  /** Runs before the first write to a file. A file that was opened again may hold less than before. */
  readonly onOpened?: (file: OpenDrafts, sealer: Sealer) => Promise<void>;
  /** Runs after each attempt to write. */
  readonly onAttempt?: () => void;
}

/** Changes whose caller waits until they are on disk. */
interface Required<Change> {
  readonly changes: readonly Change[];
  /** Older changes with their keys, which they replace once they are on disk. */
  readonly replaced: readonly Change[];
  readonly written: PromiseWithResolvers<null>;
}

/** Pauses after a disk refused a write, in milliseconds; each is twice as long as the one before. */
const pauses = { first: 500, longest: 10_000 };

/**
 * Brings changes to the disk, one write at a time. What the vault or the disk refuses waits in memory and is
 * written as soon as they take it. With the vault in memory, or a file of a newer Hookdesk, all of it waits.
 */
export class PersistentQueue<Change extends object> {
  readonly #needs: QueueNeeds;
  readonly #options: QueueOptions<Change>;
  readonly #pending = new Map<string, Change>();
  readonly #required: Required<Change>[] = [];
  readonly #oneAtATime = pLimit(1);
  readonly #end = new AbortController();
  readonly #vaultAnswer = Promise.withResolvers<null>();
  #status: PersistenceStatus = openingStatus;
  /** The attempt that has not begun, which all callers share. */
  #next: Promise<void> | null = null;
  #hasMore = false;
  #isScheduled = false;
  #pause = pauses.first;
  /** Which opening of the file `onOpened` has seen; `null` before the first. */
  #opening: number | null = null;

  constructor(needs: QueueNeeds, options: QueueOptions<Change>) {
    this.#needs = needs;
    this.#options = options;
    needs.drafts.onReopened(() => {
      this.#flushUnawaited();
    });
    void this.#followVault();
  }

  /** How the last attempt went. */
  get status(): PersistenceStatus {
    return this.#status;
  }

  /** Changes that are not on disk, by their keys. */
  get pending(): ReadonlyMap<string, Change> {
    return this.#pending;
  }

  get isInMemory(): boolean {
    return blockedStatus(this.#needs)?.status === 'memory';
  }

  /** Resolves once the vault has said how it is, or the queue is closed. */
  get vaultAnswer(): Promise<unknown> {
    return this.#vaultAnswer.promise;
  }

  /**
   * The sealer for what the file holds.
   *
   * @throws ProblemError `storage-failed`, `vault-locked` or `data-key-missing`
   */
  async sealer(): Promise<Sealer> {
    return (await this.#open()).sealer;
  }

  /** Adds a change, which waits for the next `flush`. Each call takes an object of its own. */
  put(change: Change): void {
    this.#pending.set(this.#options.keyOf(change), change);
  }

  drop(key: string): void {
    this.#pending.delete(key);
  }

  /**
   * Writes changes together: they are on disk when it resolves, or in memory where everything is. They do
   * not wait where it rejects.
   *
   * @throws ProblemError with what is in the way
   */
  async write(changes: readonly Change[]): Promise<void> {
    const written = Promise.withResolvers<null>();
    const replaced = changes.flatMap((change) => this.#pendingLike(change) ?? []);
    this.#required.push({ changes, replaced, written });
    this.#flushUnawaited();
    await written.promise;
  }

  /** Writes what waits and can be on disk now, batch by batch. `status` says what is in the way. */
  async flush(): Promise<void> {
    do await this.#attempt();
    while (this.#hasMore);
  }

  /** Flushes after so many milliseconds; with a pause that is under way already, at its end. */
  flushIn(milliseconds: number): void {
    if (this.#end.signal.aborted) this.#flushUnawaited();
    else this.#schedule(milliseconds);
  }

  /** Ends every pause and tries once more. To be called before the ports are closed. */
  async close(): Promise<void> {
    this.#end.abort();
    if (this.#pending.size > 0 && !this.isInMemory) await this.flush();
    await this.#oneAtATime(() => null);
  }

  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    try {
      for await (const { status } of this.#needs.vault.watch(signal)) {
        if (status === 'opening') continue;
        this.#vaultAnswer.resolve(null);
        await this.flush().catch(reportedToNextCaller);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      this.#vaultAnswer.resolve(null);
    }
  }

  #flushUnawaited(): void {
    this.flush().catch(reportedToNextCaller);
  }

  #schedule(milliseconds: number): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const flush = (): void => {
      this.#isScheduled = false;
      this.#flushUnawaited();
    };
    // `close` ends the pause and flushes itself.
    this.#needs.clock.sleep(milliseconds, this.#end.signal).then(flush, () => undefined);
  }

  #attempt(): Promise<void> {
    this.#next ??= this.#oneAtATime(async () => {
      // Changes that come in the same turn of the host share this write.
      await this.#needs.clock.breathe();
      this.#next = null;
      const required = this.#required.splice(0);
      try {
        await this.#bring(required);
        for (const { written } of required) written.resolve(null);
      } catch (error) {
        for (const { written } of required) written.reject(error);
        if (!(error instanceof ProblemError)) throw error;
      } finally {
        this.#options.onAttempt?.();
      }
    });
    return this.#next;
  }

  async #bring(required: readonly Required<Change>[]): Promise<void> {
    this.#hasMore = false;
    if (this.#waits(required)) return;
    try {
      await this.#write(required);
      this.#pause = pauses.first;
      this.#status = keptStatus;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // The first attempt may have shown that a newer Hookdesk wrote the file.
      if (this.#waits(required)) return;
      this.#status = statusAfterError(error.problem);
      if (error.problem.code === 'storage-failed') this.#tryLater();
      throw error;
    }
  }

  /** Whether changes can only wait in memory. Required ones do so only where everything is in memory. */
  #waits(required: readonly Required<Change>[]): boolean {
    const blocked = blockedStatus(this.#needs);
    if (blocked === null) return false;
    if (blocked.status !== 'memory' && required.length > 0) return false;
    const changes = required.flatMap((each) => each.changes);
    for (const change of [...changes, ...this.#without(required)]) this.put(change);
    this.#status = blocked;
    return true;
  }

  async #write(required: readonly Required<Change>[]): Promise<void> {
    const { keyOf, write, batchSize = Infinity, onOpened } = this.#options;
    const { file, sealer } = await this.#open();
    if (file.opening !== this.#opening) {
      this.#opening = null;
      await onOpened?.(file, sealer);
      this.#opening = file.opening;
    }
    const waiting = this.#without(required);
    const batch = waiting.slice(0, batchSize);
    const changes = required.flatMap((each) => each.changes);
    // Of changes with one key, the last is the newest.
    const latest = new Map([...changes, ...batch].map((change) => [keyOf(change), change]));
    if (latest.size > 0) await write([...latest.values()], sealer);
    for (const change of [...batch, ...required.flatMap(({ replaced }) => replaced)]) {
      const newer = this.#pendingLike(change);
      this.drop(keyOf(change));
      // A change that came during the write waits for its turn, behind the others.
      if (newer !== undefined && newer !== change) this.put(newer);
    }
    // Changes that came during the write wait for their own flush.
    this.#hasMore = waiting.length > batchSize;
  }

  /** Waiting changes, without those that required ones replace. */
  #without(required: readonly Required<Change>[]): Change[] {
    const replaced = new Set(required.flatMap((each) => each.replaced));
    return [...this.#pending.values()].filter((change) => !replaced.has(change));
  }

  /** The waiting change with the key of this one. */
  #pendingLike(change: Change): Change | undefined {
    return this.#pending.get(this.#options.keyOf(change));
  }

  async #open(): Promise<{ file: OpenDrafts; sealer: Sealer }> {
    const { drafts, vault } = this.#needs;
    const file = await drafts.open();
    return { file, sealer: await vault.dataSealer({ sealedBefore: file.holdsAny }) };
  }

  #tryLater(): void {
    if (this.#isScheduled || (this.#pending.size === 0 && this.#opening !== null)) return;
    this.#schedule(this.#pause);
    this.#pause = Math.min(this.#pause * 2, pauses.longest);
  }
}

/** An error that is no problem: the next caller who waits meets it again. */
const reportedToNextCaller = (): void => undefined;
