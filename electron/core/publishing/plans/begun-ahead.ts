import type { JournalEntry } from '#domain/journal/entry.ts';
import { plainProblem } from '#domain/problem.ts';
import type { Publishing } from '../publishing.ts';
import type { WriteRequest } from '../requests.ts';

/** How many entries are begun together: each time the disk has to be waited for. */
const together = 64;

/** A request whose entry is on disk. */
interface BegunRequest {
  readonly request: WriteRequest;
  readonly entry: JournalEntry;
}

/**
 * Requests of which the journal is told ahead of their turn, many at once: a disk that has to be waited for
 * before each of them would take longer than the requests. Entries whose turn never comes say so.
 */
export class BegunAhead<Row> {
  readonly #journal: Publishing['journal'];
  readonly #rows: readonly Row[];
  readonly #requestOf: (row: Row) => WriteRequest;
  readonly #begun = new Map<Row, Promise<BegunRequest>>();
  #next = 0;

  /** @param rows in the order of their turns */
  constructor(
    journal: Publishing['journal'],
    rows: readonly Row[],
    requestOf: (row: Row) => WriteRequest,
  ) {
    this.#journal = journal;
    this.#rows = rows;
    this.#requestOf = requestOf;
  }

  /**
   * The request of a row whose turn it is.
   *
   * @throws ProblemError that says that nothing was sent
   */
  take(row: Row): Promise<BegunRequest> {
    while (!this.#begun.has(row) && this.#next < this.#rows.length) this.#beginMore();
    const begun = this.#begun.get(row);
    this.#begun.delete(row);
    if (begun === undefined) throw new Error('This row had its turn already.');
    if (this.#begun.size < together / 2) this.#beginMore();
    return begun;
  }

  /** No row has a turn any more: entries that were begun for one say that nothing was sent. */
  async giveBack(): Promise<void> {
    this.#next = this.#rows.length;
    const left = await Promise.allSettled(this.#begun.values());
    this.#begun.clear();
    await Promise.all(
      left.map(async (each) => {
        if (each.status !== 'fulfilled') return;
        const end = { outcome: 'failed', after: null, problem: neverSent, notes: [] } as const;
        await this.#journal.complete(each.value.entry, { ...end, notes: [] });
      }),
    );
  }

  #beginMore(): void {
    const rows = this.#rows.slice(this.#next, this.#next + together);
    this.#next += rows.length;
    if (rows.length === 0) return;
    const requests = rows.map((row) => this.#requestOf(row));
    const beginning = this.#journal.begin(requests.map(({ entry }) => entry));
    for (const [index, row] of rows.entries()) {
      const begun = beginning.then((entries): BegunRequest => {
        const [entry, request] = [entries[index], requests[index]];
        if (entry === undefined || request === undefined) {
          throw new Error('The journal gave no entry for a request.');
        }
        return { entry, request };
      });
      // Told to whoever takes it.
      begun.catch(() => undefined);
      this.#begun.set(row, begun);
    }
  }
}

const neverSent = plainProblem(
  'aborted',
  'It was not sent: the plan stopped before its turn.',
  'Resume the plan, or publish it by itself.',
);
