import type { JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Ports } from '../ports.ts';
import { openSealer } from '../sealed-data.ts';
import { notSent } from './problems.ts';
import { type Footing, footingAfter, inMemory, kept, opening } from './standing.ts';

type Needs = Pick<Ports, 'vault' | 'drafts' | 'journal' | 'clock'>;

interface Beginning {
  readonly entries: readonly JournalEntry[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** How long ends are gathered, in milliseconds, unless something is written before. */
const gathering = 20;

/** How many ends are written in one turn of the host, at most. */
const endsAtOnce = 200;

/** Between two attempts at a disk that refused, in milliseconds. */
const pauses = { first: 500, longest: 10_000 };

/**
 * Brings entries to the disk. What comes while a write is under way goes together in the next one.
 * Beginnings are there or are refused; ends are gathered for a moment, wait in memory where the disk or
 * the vault refuse them, and are tried again. In memory mode everything waits.
 */
export class JournalWriting {
  readonly #needs: Needs;
  readonly #told: () => void;
  readonly #end: AbortSignal;
  /** Whole entries that are not on disk as they are. */
  readonly #waiting = new Map<string, JournalEntry>();
  #beginnings: Beginning[] = [];
  #footing: Footing = opening;
  #pause = pauses.first;
  #isGathering = false;
  #isToBeTried = false;
  /** There were more ends than are written in one turn. */
  #isMore = false;
  #tail: Promise<void> = Promise.resolve();
  #queued: Promise<void> | null = null;

  /** @param told is called after each attempt */
  constructor(needs: Needs, told: () => void, end: AbortSignal) {
    this.#needs = needs;
    this.#told = told;
    this.#end = end;
  }

  get footing(): Footing {
    return this.#footing;
  }

  /** Entries that are newer here than on disk, or are not there at all. */
  get waiting(): ReadonlyMap<string, JournalEntry> {
    return this.#waiting;
  }

  /** On disk, or in memory mode in memory, when it resolves. Rejects with a problem that says so. */
  begin(entries: readonly JournalEntry[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#beginnings.push({ entries, resolve, reject });
      // What nobody foresaw is told to whoever begins.
      this.settled().catch(() => undefined);
    });
  }

  /**
   * Goes to the disk with the next beginning, or in a moment. Until then it is as if the outcome had not
   * been seen: after a crash it is found by reading.
   */
  end(entry: JournalEntry): void {
    this.#waiting.set(entry.id, entry);
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#needs.clock
      .sleep(gathering, this.#end)
      // At the end there is no time to gather anything.
      .catch(() => undefined)
      .then(() => {
        this.#isGathering = false;
        return this.settled();
      })
      // What nobody foresaw is told to whoever begins next.
      .catch(() => undefined);
  }

  /** Drops what is in memory alone; says how many there were. */
  drop(isToGo: (entry: JournalEntry) => boolean): number {
    const gone = [...this.#waiting.values()].filter(isToGo);
    for (const { id } of gone) this.#waiting.delete(id);
    return gone.length;
  }

  /** Brings everything to the disk that can be there now, a part of it in each turn of the host. */
  async settled(): Promise<void> {
    do await this.#turn();
    while (this.#isMore);
  }

  async #turn(): Promise<void> {
    if (this.#queued === null) {
      this.#queued = this.#tail.then(() => {
        this.#queued = null;
        return this.#settle();
      });
      this.#tail = this.#queued.catch(() => undefined);
    }
    await this.#queued;
  }

  async #settle(): Promise<void> {
    // Others that are about to begin or end do so first, and come along.
    await this.#needs.clock.breathe();
    const beginnings = this.#beginnings.splice(0);
    try {
      await this.#bring(beginnings.flatMap(({ entries }) => entries));
    } catch (error) {
      const told = error instanceof ProblemError ? notSent(error.problem) : error;
      for (const { reject } of beginnings) reject(told);
      if (!(error instanceof ProblemError)) throw error;
    } finally {
      for (const { resolve } of beginnings) resolve();
      this.#told();
    }
  }

  async #bring(begun: readonly JournalEntry[]): Promise<void> {
    this.#isMore = false;
    if (this.#heldInMemory(begun)) return;
    try {
      await this.#write(begun);
      this.#footing = kept;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      // A newer Hookdesk's file is known as such only after the first attempt.
      if (this.#heldInMemory(begun)) return;
      this.#footing = footingAfter(error.problem);
      if (error.problem.code === 'storage-failed') this.#tryLater();
      throw error;
    }
  }

  #heldInMemory(begun: readonly JournalEntry[]): boolean {
    const memory = inMemory(this.#needs.vault.state(), this.#needs.drafts.refusal);
    if (memory === null) return false;
    for (const entry of begun) this.#waiting.set(entry.id, entry);
    this.#footing = memory;
    return true;
  }

  async #write(begun: readonly JournalEntry[]): Promise<void> {
    const sealer = await openSealer(this.#needs);
    const waiting = [...this.#waiting.values()].slice(0, endsAtOnce);
    if (begun.length + waiting.length === 0) return;
    await this.#needs.journal.write([...begun, ...waiting], sealer);
    this.#pause = pauses.first;
    for (const entry of waiting) {
      // What came to another end while it was written is written again.
      if (this.#waiting.get(entry.id) === entry) this.#waiting.delete(entry.id);
    }
    this.#isMore = waiting.length === endsAtOnce;
  }

  #tryLater(): void {
    if (this.#isToBeTried || this.#waiting.size === 0) return;
    this.#isToBeTried = true;
    const pause = this.#pause;
    this.#pause = Math.min(pause * 2, pauses.longest);
    void this.#needs.clock
      .sleep(pause, this.#end)
      .then(() => {
        this.#isToBeTried = false;
        return this.settled();
      })
      // It has come to its end, or the next who begins is told.
      .catch(() => undefined);
  }
}
