/** Stores only differences from the default ticks: there may be 100,000 rows. */
export class RowTicks<Row> {
  readonly #atFirst: (row: Row) => boolean;
  readonly #idOf: (row: Row) => string;
  // One reactive set: a list of thousands must not track each key.
  #others = $state.raw<ReadonlySet<string>>(new Set());
  #anchor: string | null = null;

  constructor(atFirst: (row: Row) => boolean, idOf: (row: Row) => string) {
    this.#atFirst = atFirst;
    this.#idOf = idOf;
  }

  /** Ids of the rows whose tick is not the default one. */
  protected get others(): ReadonlySet<string> {
    return this.#others;
  }

  has(row: Row): boolean {
    return this.#atFirst(row) !== this.#others.has(this.#idOf(row));
  }

  set(rows: readonly Row[], on: boolean): void {
    const others = new Set(this.#others);
    for (const row of rows) {
      if (this.#atFirst(row) === on) others.delete(this.#idOf(row));
      else others.add(this.#idOf(row));
    }
    this.#others = others;
  }

  toggle(row: Row): void {
    this.set([row], !this.has(row));
    this.#anchor = this.#idOf(row);
  }

  toggleTo(row: Row, order: readonly Row[]): void {
    const id = this.#idOf(row);
    const from = order.findIndex((each) => this.#idOf(each) === this.#anchor);
    const to = order.findIndex((each) => this.#idOf(each) === id);
    if (from < 0 || to < 0) {
      this.toggle(row);
      return;
    }
    this.set(order.slice(Math.min(from, to), Math.max(from, to) + 1), !this.has(row));
    this.#anchor = id;
  }

  protected replaceOthers(ids: readonly string[]): void {
    this.#others = new Set(ids);
    this.#anchor = null;
  }

  /** These rows have their default ticks again. */
  forget(rows: readonly Row[]): void {
    if (rows.length === 0 || this.#others.size === 0) return;
    const others = new Set(this.#others);
    for (const row of rows) others.delete(this.#idOf(row));
    this.#others = others;
  }
}
