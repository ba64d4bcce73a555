import pLimit from 'p-limit';
import type { PersistenceStatus } from '#contract/persistence.ts';
import { type Problem, ProblemError } from '#domain/problem.ts';
import type { Ports } from '../ports.ts';
import type { OpenDrafts, Sealer } from '../store-ports.ts';

export interface QueueOptions<Change> {
  /** Changes with the same key replace each other. */
  readonly keyOf: (change: Change) => string;
  /** Resolves when all changes are on disk; their keys differ. */
  readonly write: (changes: readonly Change[], sealer: Sealer) => Promise<void>;
  /** Most pending changes per write. */
  readonly batchSize?: number;
  /** Runs before the first write to an opened file. A reopened file may lack changes. */
  readonly onOpened?: (file: OpenDrafts, sealer: Sealer) => Promise<void>;
  /** Called after each attempt, whether it wrote, failed or left the changes in memory. */
  readonly onAttempt?: () => void;
}

/** A call of `write`, which must fail when its changes cannot be stored. */
interface RequiredWrite<Change> {
  readonly changes: readonly Change[];
  /** Older pending changes with these keys, replaced after the write. */
  readonly replaced: readonly Change[];
  readonly written: PromiseWithResolvers<null>;
}

/** Milliseconds between attempts. */
const pauses = { first: 500, longest: 10_000 };

/**
 * Writes changes to the data file, one attempt at a time. Changes that disk or vault refuse wait in memory and
 * are retried. In memory mode, all changes wait.
 */
export class PersistentQueue<Change extends object> {
  readonly #ports: Ports;
  readonly #options: QueueOptions<Change>;
  readonly #pending = new Map<string, Change>();
  readonly #required: RequiredWrite<Change>[] = [];
  readonly #oneAtATime = pLimit(1);
  readonly #end = new AbortController();
  readonly #vaultAnswer = Promise.withResolvers<null>();
  #status: PersistenceStatus = openingStatus;
  /** The next attempt, shared by all callers until it begins. */
  #nextAttempt: Promise<void> | null = null;
  #hasMore = false;
  #isScheduled = false;
  #pause = pauses.first;
  /** The `opening` that `onOpened` handled; `null` before the first. */
  #opening: number | null = null;

  constructor(ports: Ports, options: QueueOptions<Change>) {
    this.#ports = ports;
    this.#options = options;
    ports.drafts.onReopened(() => {
      this.#flushUnawaited();
    });
    void this.#followVault();
  }

  get status(): PersistenceStatus {
    return this.#status;
  }

  get pending(): ReadonlyMap<string, Change> {
    return this.#pending;
  }

  get isInMemory(): boolean {
    return blockedStatus(this.#ports)?.status === 'memory';
  }

  /** Resolves when the vault's state is known or the queue is closed. */
  get vaultAnswer(): Promise<unknown> {
    return this.#vaultAnswer.promise;
  }

  /** @throws ProblemError `storage-failed`, `vault-locked` or `data-key-missing` */
  async sealer(): Promise<Sealer> {
    return (await this.#open()).sealer;
  }

  /** Waits for the next `flush`. Each call needs a new object, because identity shows what was written. */
  put(change: Change): void {
    this.#pending.set(this.#options.keyOf(change), change);
  }

  drop(key: string): void {
    this.#pending.delete(key);
  }

  /** Resolves when the changes are on disk, or in memory mode in memory. Rejected changes are dropped. */
  async write(changes: readonly Change[]): Promise<void> {
    const written = Promise.withResolvers<null>();
    const replaced = changes.flatMap((change) => this.#pendingLike(change) ?? []);
    this.#required.push({ changes, replaced, written });
    this.#flushUnawaited();
    await written.promise;
  }

  /** `status` reports what failed. */
  async flush(): Promise<void> {
    do await this.#attempt();
    while (this.#hasMore);
  }

  /** Milliseconds. A flush that is already scheduled replaces this one. */
  flushIn(milliseconds: number): void {
    if (this.#end.signal.aborted) this.#flushUnawaited();
    else this.#schedule(milliseconds);
  }

  /** Ends pauses and flushes once more. Must be called before the ports are closed. */
  async close(): Promise<void> {
    this.#end.abort();
    if (this.#pending.size > 0 && !this.isInMemory) await this.flush();
    await this.#oneAtATime(() => null);
  }

  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    try {
      for await (const { status } of this.#ports.vault.watch(signal)) {
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
    this.#ports.clock.sleep(milliseconds, this.#end.signal).then(flush, () => undefined);
  }

  #attempt(): Promise<void> {
    this.#nextAttempt ??= this.#oneAtATime(async () => {
      // Changes from the same event loop turn share this write.
      await this.#ports.clock.yieldToEventLoop();
      this.#nextAttempt = null;
      const required = this.#required.splice(0);
      try {
        await this.#tryWrite(required);
        for (const { written } of required) written.resolve(null);
      } catch (error) {
        for (const { written } of required) written.reject(error);
        if (!(error instanceof ProblemError)) throw error;
      } finally {
        this.#options.onAttempt?.();
      }
    });
    return this.#nextAttempt;
  }

  async #tryWrite(required: readonly RequiredWrite<Change>[]): Promise<void> {
    this.#hasMore = false;
    if (this.#leaveInMemory(required)) return;
    try {
      await this.#write(required);
      this.#pause = pauses.first;
      this.#status = keptStatus;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // The attempt may have found that a newer Hookdesk wrote the file.
      if (this.#leaveInMemory(required)) return;
      this.#status = statusAfterError(error.problem);
      if (error.problem.code === 'storage-failed') this.#tryLater();
      throw error;
    }
  }

  /** Returns `true` when nothing may be written now. Required changes may stay in memory only in memory mode. */
  #leaveInMemory(required: readonly RequiredWrite<Change>[]): boolean {
    const blocked = blockedStatus(this.#ports);
    if (blocked === null) return false;
    if (blocked.status !== 'memory' && required.length > 0) return false;
    const changes = required.flatMap((write) => write.changes);
    for (const change of [...changes, ...this.#notReplacedBy(required)]) this.put(change);
    this.#status = blocked;
    return true;
  }

  async #write(required: readonly RequiredWrite<Change>[]): Promise<void> {
    const { keyOf, write, batchSize = Infinity, onOpened } = this.#options;
    const { file, sealer } = await this.#open();
    if (file.opening !== this.#opening) {
      this.#opening = null;
      await onOpened?.(file, sealer);
      this.#opening = file.opening;
    }
    const waiting = this.#notReplacedBy(required);
    const batch = waiting.slice(0, batchSize);
    const changes = required.flatMap((requiredWrite) => requiredWrite.changes);
    const latest = new Map([...changes, ...batch].map((change) => [keyOf(change), change]));
    if (latest.size > 0) await write([...latest.values()], sealer);
    for (const change of [...batch, ...required.flatMap(({ replaced }) => replaced)]) {
      const newer = this.#pendingLike(change);
      this.drop(keyOf(change));
      // A newer change made during the write moves behind the others.
      if (newer !== undefined && newer !== change) this.put(newer);
    }
    // Changes made during the write wait for their own flush.
    this.#hasMore = waiting.length > batchSize;
  }

  #notReplacedBy(required: readonly RequiredWrite<Change>[]): Change[] {
    const replaced = new Set(required.flatMap((write) => write.replaced));
    return [...this.#pending.values()].filter((change) => !replaced.has(change));
  }

  #pendingLike(change: Change): Change | undefined {
    return this.#pending.get(this.#options.keyOf(change));
  }

  async #open(): Promise<{ file: OpenDrafts; sealer: Sealer }> {
    const { drafts, vault } = this.#ports;
    const file = await drafts.open();
    return { file, sealer: await vault.dataSealer({ sealedBefore: file.holdsAny }) };
  }

  #tryLater(): void {
    if (this.#isScheduled || (this.#pending.size === 0 && this.#opening !== null)) return;
    this.#schedule(this.#pause);
    this.#pause = Math.min(this.#pause * 2, pauses.longest);
  }
}

/** An unexpected error reaches the next caller of `flush`. */
const reportedToNextCaller = (): void => undefined;

const openingStatus: PersistenceStatus = { status: 'opening', reason: null, problem: null };
const keptStatus: PersistenceStatus = { status: 'kept', reason: null, problem: null };

/** Returns `null` when vault and file are ready. */
function blockedStatus({
  vault,
  drafts: { refusal },
}: Pick<Ports, 'vault' | 'drafts'>): PersistenceStatus | null {
  if (refusal !== null) return { status: 'memory', reason: refusal, problem: null };
  const { status, reason } = vault.state();
  switch (status) {
    case 'ready':
      return null;
    case 'opening':
      return openingStatus;
    case 'memory':
      return { status: 'memory', reason: null, problem: null };
    case 'waiting':
    case 'locked':
    case 'unavailable':
      return { status: 'locked', reason, problem: null };
  }
}

function statusAfterError(problem: Problem): PersistenceStatus {
  const reason = problem.message;
  return problem.code === 'vault-locked'
    ? { status: 'locked', reason, problem: null }
    : { status: 'failed', reason, problem };
}

/** The status with a reason that says what memory mode or a locked vault means for this kind of data. */
export function explainedStatus(
  { status, reason, problem }: PersistenceStatus,
  explanations: { readonly memory: string; readonly locked: string },
): PersistenceStatus {
  switch (status) {
    case 'memory':
      return { status, reason: reason ?? explanations.memory, problem };
    case 'locked':
      return { status, reason: [explanations.locked, reason ?? ''].join(' ').trim(), problem };
    default:
      return { status, reason, problem };
  }
}
