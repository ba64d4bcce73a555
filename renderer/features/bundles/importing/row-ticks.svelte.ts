/** Stores only differences from the default ticks: there may be 100,000 rows. */
export class RowTicks<Row extends { readonly key: string }> {
  readonly #atFirst: (row: Row) => boolean;
  #others = $state.raw<ReadonlySet<string>>(new Set());
  #anchor: string | null = null;

  constructor(atFirst: (row: Row) => boolean) {
    this.#atFirst = atFirst;
  }

  has(row: Row): boolean {
    return this.#atFirst(row) !== this.#others.has(row.key);
  }

  set(rows: readonly Row[], on: boolean): void {
    const others = new Set(this.#others);
    for (const row of rows) {
      if (this.#atFirst(row) === on) others.delete(row.key);
      else others.add(row.key);
    }
    this.#others = others;
  }

  toggle(row: Row): void {
    this.set([row], !this.has(row));
    this.#anchor = row.key;
  }

  toggleTo(row: Row, order: readonly Row[]): void {
    const from = order.findIndex(({ key }) => key === this.#anchor);
    const to = order.findIndex(({ key }) => key === row.key);
    if (from < 0 || to < 0) {
      this.toggle(row);
      return;
    }
    this.set(order.slice(Math.min(from, to), Math.max(from, to) + 1), !this.has(row));
    this.#anchor = row.key;
  }

  forget(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const others = new Set(this.#others);
    for (const key of keys) others.delete(key);
    this.#others = others;
  }
}
