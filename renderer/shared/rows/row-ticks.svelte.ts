/** Stores only differences from the default ticks: there may be 100,000 rows. */
export class RowTicks<Row> {
  readonly #atFirst: (row: Row) => boolean;
  readonly #idOf: (row: Row) => string;
  /** Ids of the rows with another tick. One reactive set: a list must not track thousands of keys. */
  #others = $state.raw<ReadonlySet<string>>(new Set());
  /** Id of the row where a range starts. */
  protected anchor: string | null = null;

  constructor(atFirst: (row: Row) => boolean, idOf: (row: Row) => string) {
    this.#atFirst = atFirst;
    this.#idOf = idOf;
  }

  protected get others(): ReadonlySet<string> {
    return this.#others;
  }

  protected set others(ids: ReadonlySet<string>) {
    this.#others = ids;
  }

  has(row: Row): boolean {
    return this.#atFirst(row) !== this.others.has(this.#idOf(row));
  }

  set(rows: readonly Row[], on: boolean): void {
    const others = new Set(this.others);
    for (const row of rows) {
      if (this.#atFirst(row) === on) others.delete(this.#idOf(row));
      else others.add(this.#idOf(row));
    }
    this.others = others;
  }

  toggle(row: Row): void {
    this.set([row], !this.has(row));
    this.anchor = this.#idOf(row);
  }

  toggleTo(row: Row, order: readonly Row[]): void {
    this.set(this.rangeTo(row, order) ?? [row], !this.has(row));
    this.anchor = this.#idOf(row);
  }

  /** From the last ticked row to `row`; `null` if `order` lacks one of them. */
  protected rangeTo(row: Row, order: readonly Row[]): Row[] | null {
    const id = this.#idOf(row);
    const from = order.findIndex((each) => this.#idOf(each) === this.anchor);
    const to = order.findIndex((each) => this.#idOf(each) === id);
    return from < 0 || to < 0 ? null : order.slice(Math.min(from, to), Math.max(from, to) + 1);
  }

  /** These rows have their default ticks again. */
  forget(rows: readonly Row[]): void {
    if (rows.length === 0 || this.others.size === 0) return;
    const others = new Set(this.others);
    for (const row of rows) others.delete(this.#idOf(row));
    this.others = others;
  }
}
