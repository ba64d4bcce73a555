import type { VListHandle } from 'virtua/svelte';
import { pageOf, rowAfter } from '../list-keys.ts';

interface Rows<Item, Key> {
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => Key;
  /** Whether keys reach an item; they reach all by default. */
  readonly isRow?: ((item: Item) => boolean) | undefined;
  /** Pixels. */
  readonly rowHeight: number;
  /** The active row if the owner of the list keeps it. */
  readonly current?: Key | null | undefined;
}

/** The row of a virtual list that the keys act on. */
export class ActiveRow<Item, Key extends string | number> {
  readonly #read: () => Rows<Item, Key>;
  #ownKey = $state.raw<Key | null>(null);
  /** Where the row was found last: the place to look first. */
  #lastAt = 0;

  /** The items that are rows, by index; `null` if all are. */
  readonly #rows = $derived.by(() => {
    const { items, isRow } = this.#list;
    return isRow === undefined
      ? null
      : items.flatMap((item, index) => (isRow(item) ? [index] : []));
  });
  readonly count = $derived.by(() => (this.#rows ?? this.#list.items).length);

  /** Counts rows only; -1 for none. */
  readonly at = $derived.by(() => {
    const { key } = this;
    const at = this.#isAt(this.#lastAt, key) ? this.#lastAt : this.#search(key);
    if (at >= 0) this.#lastAt = at;
    return at;
  });
  /** Without an active row, the row at its last place. */
  readonly near = $derived.by(() =>
    this.at < 0 ? Math.min(this.#lastAt, this.count - 1) : this.at,
  );

  constructor(list: () => Rows<Item, Key>) {
    this.#read = list;
  }

  get #list(): Rows<Item, Key> {
    return this.#read();
  }

  get key(): Key | null {
    const { current } = this.#list;
    return current === undefined ? this.#ownKey : current;
  }

  set key(key: Key | null) {
    this.#ownKey = key;
  }

  /** The next row is the first one. */
  reset(): void {
    this.#ownKey = null;
    this.#lastAt = 0;
  }

  rowAt(at: number): Item | undefined {
    return this.#list.items[this.indexOf(at)];
  }

  /** Among all items; -1 for none. */
  indexOf(at: number): number {
    return this.#rows === null ? at : (this.#rows[at] ?? -1);
  }

  /** Where a key goes from a row; `null` if nowhere. */
  target({ key }: KeyboardEvent, at: number, list: VListHandle | undefined): number | null {
    const page = pageOf(list?.getViewportSize() ?? 0, this.#list.rowHeight);
    return rowAfter(key, { at, count: this.count, page });
  }

  #isAt(at: number, key: Key | null): boolean {
    const item = this.rowAt(at);
    return item !== undefined && this.#list.keyOf(item) === key;
  }

  #search(key: Key | null): number {
    const { items, keyOf } = this.#list;
    const index = items.findIndex((item) => keyOf(item) === key);
    return this.#rows === null ? index : this.#rows.indexOf(index);
  }
}
