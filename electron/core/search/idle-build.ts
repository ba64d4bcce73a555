import type { SearchColumn } from '#domain/search/sort-value.ts';
import type { Snapshots } from '../installations/snapshots.ts';
import type { Clock } from '../ports.ts';
import { stopIfCancelled } from '../problems.ts';
import { TimeSlices } from '../time-slices.ts';
import type { SearchIndexes } from './search-indexes.ts';

/** Milliseconds without a new list before a build, and between two slices of it. */
const pauses = { quiet: 500, slice: 5 };

interface IdleBuildOptions {
  readonly clock: Clock;
  readonly snapshots: Pick<Snapshots, 'connections'>;
  readonly indexes: SearchIndexes;
  /** Whether a search runs: the build waits, so that it does not slow the search down. */
  readonly isSearching: () => boolean;
  /** Searches once. Until V8 has compiled its code, a search takes twice as long. */
  readonly rehearse: (slices: TimeSlices) => Promise<unknown>;
}

/** Builds the indexes and ranks of the lists in memory while the host is idle. Never loads a list from disk. */
export class IdleBuild {
  readonly #options: IdleBuildOptions;
  /** People see results by name first. */
  readonly #columns = new Set<SearchColumn>(['name']);
  #run = new AbortController();
  #restarts = 0;
  /** Whether `#build` waits for half a second without a restart. */
  #isWaiting = false;
  #isRehearsed = false;

  constructor(options: IdleBuildOptions) {
    this.#options = options;
  }

  ranks(column: SearchColumn): boolean {
    return this.#columns.has(column);
  }

  /** Starts again, because ranks compare the rows of all lists. `column`: also to be ranked from now on. */
  restart(column?: SearchColumn): void {
    if (column !== undefined) this.#columns.add(column);
    this.#restarts += 1;
    // A plan changes lists hundreds of times a second: ending a sleep for each would cost a tenth of its work.
    if (this.#isWaiting) return;
    this.stop();
    void this.#build(this.#run.signal);
  }

  stop(): void {
    this.#isWaiting = false;
    this.#run.abort();
    this.#run = new AbortController();
  }

  async #build(signal: AbortSignal): Promise<void> {
    const { clock, snapshots, indexes, rehearse } = this.#options;
    try {
      await this.#untilQuiet(signal);
      const slices = new TimeSlices(
        { elapsed: () => clock.elapsed(), yieldToEventLoop: () => this.#rest(signal) },
        () => {
          stopIfCancelled(signal);
        },
      );
      for (const connectionId of snapshots.connections()) {
        // Builds it.
        indexes.of(connectionId);
        await slices.next();
      }
      for (const column of this.#columns) await indexes.rank(column, slices);
      if (this.#isRehearsed) return;
      await rehearse(slices);
      this.#isRehearsed = true;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #untilQuiet(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    this.#isWaiting = true;
    let before: number;
    do {
      before = this.#restarts;
      await clock.sleep(pauses.quiet, signal);
    } while (before !== this.#restarts);
    this.#isWaiting = false;
  }

  async #rest(signal: AbortSignal): Promise<void> {
    const { clock, isSearching } = this.#options;
    do await clock.sleep(pauses.slice, signal);
    while (isSearching());
  }
}
