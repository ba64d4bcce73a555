/**
 * The ticks of rows; for people, a row with a tick is selected. A row that a filter hides keeps its
 * tick. Stores only differences from the default ticks: there may be 100,000 rows.
 */
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

/** Ticks by key; none at first. */
export class KeyTicks extends RowTicks<string> {
  constructor() {
    super(
      () => false,
      (key) => key,
    );
  }

  get ids(): ReadonlySet<string> {
    return this.others;
  }

  get size(): number {
    return this.others.size;
  }

  tickedAmong(keys: readonly string[]): string[] {
    return keys.filter((key) => this.has(key));
  }

  tickOnly(keys: readonly string[]): void {
    this.others = new Set(keys);
    this.anchor = null;
  }

  clear(): void {
    this.tickOnly([]);
  }

  /** Adds the range from the last ticked key; the range starts there until another one is ticked. */
  through(key: string, order: readonly string[]): void {
    const range = this.rangeTo(key, order) ?? (order.includes(key) ? [key] : []);
    if (range.length === 0) return;
    this.others = new Set([...this.others, ...range]);
    this.anchor ??= key;
  }

  /** Ticks all of `keys`, or none of them if all have a tick. Others keep their state. */
  toggleAll(keys: readonly string[]): void {
    this.set(keys, !keys.every((key) => this.has(key)));
  }

  /** Drops the ticks of all rows but these. Pass the rows that a filter hides as well. */
  retain(keys: readonly string[]): void {
    if (this.size === 0) return;
    const present = new Set(keys);
    const remaining = [...this.others].filter((key) => present.has(key));
    if (remaining.length < this.size) this.others = new Set(remaining);
  }
}

/** Ticks with the digest that each row had when it was ticked. */
export class SeenTicks extends KeyTicks {
  readonly #digestNow: (key: string) => string | undefined;
  #digests = $state.raw<ReadonlyMap<string, string>>(new Map());

  constructor(digestNow: (key: string) => string | undefined) {
    super();
    this.#digestNow = digestNow;
  }

  protected override get others(): ReadonlySet<string> {
    return super.others;
  }

  protected override set others(keys: ReadonlySet<string>) {
    const before = this.#digests;
    this.#digests = new Map(
      [...keys].map((key) => [key, before.get(key) ?? this.#digestNow(key) ?? '']),
    );
    super.others = keys;
  }

  digestOf(key: string): string {
    return this.#digests.get(key) ?? '';
  }
}
