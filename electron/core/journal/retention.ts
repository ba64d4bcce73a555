import type { JournalState } from '#contract/journal.ts';
import { EntryOutcome, isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import type { PersistentQueue } from '../persistence/persistent-queue.ts';
import type { Ports } from '../ports.ts';
import type { EntriesPage, JournalReading } from './journal-reading.ts';

const day = 24 * 60 * 60 * 1_000;

/** Milliseconds for which a clock is trusted after a time at which it was right. */
const trustedFor = 32 * day;

const prunedOutcomes = EntryOutcome.options.filter((outcome) => !isOpen(outcome));

/**
 * How long History is kept: each day, entries older than the setting `journalDays` are pruned. Open
 * entries never are, and nothing is while the clock may be wrong.
 */
export class Retention {
  readonly #ports: Ports;
  readonly #queue: PersistentQueue<JournalEntry>;
  readonly #reading: Pick<JournalReading, 'page'>;
  #pruned: JournalState['pruned'] = null;
  #heldBack: JournalState['heldBack'] = null;
  #lastPruning: Date | null = null;
  #beforePrune: () => Promise<void> = () => Promise.resolve();

  constructor(
    ports: Ports,
    queue: PersistentQueue<JournalEntry>,
    reading: Pick<JournalReading, 'page'>,
  ) {
    this.#ports = ports;
    this.#queue = queue;
    this.#reading = reading;
  }

  state(): Pick<JournalState, 'keepDays' | 'pruned' | 'heldBack'> {
    return {
      keepDays: this.#ports.settings.settings().journalDays,
      pruned: this.#pruned,
      heldBack: this.#heldBack,
    };
  }

  /** Whether a day has passed since the last pruning. */
  get isPruningDue(): boolean {
    return (
      this.#lastPruning === null ||
      this.#ports.clock.now().getTime() - this.#lastPruning.getTime() >= day
    );
  }

  /** Makes the next pruning due at once. */
  retryPruning(): void {
    this.#lastPruning = null;
  }

  /** Supports one listener. Nothing is pruned before it resolves, or when it rejects. */
  beforePrune(listener: () => Promise<void>): void {
    this.#beforePrune = listener;
  }

  keepDays(days: number): void {
    const { settings } = this.#ports;
    settings.saveSettings({ ...settings.settings(), journalDays: days });
  }

  /** A doubtful clock prunes nothing unless `clockIsRight`. */
  async prune(clockIsRight = false): Promise<void> {
    const { clock, journal, settings } = this.#ports;
    const { status } = this.#queue.status;
    if (status !== 'kept' && status !== 'memory') return;
    const now = clock.now();
    const before = new Date(now.getTime() - settings.settings().journalDays * day);
    this.#lastPruning = now;
    const { clockRightAt } = settings.settings();
    const rightAt = clockRightAt === null ? await this.#lastRightTime(now) : new Date(clockRightAt);
    if (!clockIsRight && isClockUnreliable(now, rightAt)) {
      this.#heldBack = (await this.#hasOlder(before)) ? { at: now, before } : null;
      // Stored now, because new entries with the doubtful clock would look like proof.
      this.#rememberRightTime(rightAt);
      return;
    }
    this.#heldBack = null;
    try {
      await this.#beforePrune();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.retryPruning();
      return;
    }
    const count = status === 'kept' ? await journal.prune(before) : this.#dropOlder(before);
    if (count > 0) this.#pruned = { at: now, count, before };
    this.#rememberRightTime(now);
  }

  /** An entry 1 to 32 days old proves the clock right. Newer ones may have a wrong clock's time. */
  async #lastRightTime(now: Date): Promise<Date> {
    const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
    const recent = { from: ago(trustedFor), to: ago(day) };
    if (!isEmpty(await this.#reading.page(recent, null, 1))) return now;
    const newestOld = await this.#reading.page({ to: ago(trustedFor) }, null, 1);
    // An unreadable entry does not show its time.
    return isEmpty(newestOld) ? now : (newestOld.entries[0]?.at ?? new Date(0));
  }

  /** Whether pruning would remove entries. */
  async #hasOlder(before: Date): Promise<boolean> {
    const query = { to: new Date(before.getTime() - 1), outcomes: prunedOutcomes };
    return !isEmpty(await this.#reading.page(query, null, 1));
  }

  /** Prunes in memory mode, as `JournalStore.prune` does on disk. */
  #dropOlder(before: Date): number {
    const old = [...this.#queue.pending.values()].filter(
      ({ at, outcome }) => at < before && !isOpen(outcome),
    );
    for (const { id } of old) this.#queue.drop(id);
    return old.length;
  }

  #rememberRightTime(at: Date): void {
    const { settings } = this.#ports;
    const { clockRightAt } = settings.settings();
    if (!isAnotherDay(at, clockRightAt === null ? null : new Date(clockRightAt))) return;
    try {
      settings.saveSettings({ ...settings.settings(), clockRightAt: at.toISOString() });
    } catch (error) {
      // The disk refused it: the next pruning tries again.
      if (!(error instanceof ProblemError)) throw error;
    }
  }
}

/** A clock that is years ahead makes entries look old. */
const isClockUnreliable = (now: Date, rightAt: Date): boolean =>
  now.getTime() - rightAt.getTime() > trustedFor;

/** Limits writes of the settings to one a day. */
const isAnotherDay = (at: Date, remembered: Date | null): boolean =>
  remembered === null || Math.abs(at.getTime() - remembered.getTime()) >= day;

const isEmpty = ({ entries, unreadable, next }: EntriesPage): boolean =>
  entries.length + unreadable === 0 && next === null;
