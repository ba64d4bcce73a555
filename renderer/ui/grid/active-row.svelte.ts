import type { VListHandle } from 'virtua/svelte';
import { pageOf, rowAfter } from '../list-keys.ts';
import { rowNamed } from './type-ahead.ts';

/** The rows of a list; an array is one. */
export interface Rows<Item> {
  readonly length: number;
  readonly at: (index: number) => Item | undefined;
}

interface List<Item, Key> {
  readonly items: Rows<Item>;
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
  readonly #read: () => List<Item, Key>;
  #ownKey = $state.raw<Key | null>(null);
  /** Where the row was found last: the place to look first. */
  #lastAt = 0;

  /** The items that are rows, by index; `null` if all are. */
  readonly #rows = $derived.by(() => {
    const { items, isRow } = this.#list;
    if (isRow === undefined) return null;
    const rows: number[] = [];
    for (let index = 0; index < items.length; index += 1) {
      const item = items.at(index);
      if (item !== undefined && isRow(item)) rows.push(index);
    }
    return rows;
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

  constructor(list: () => List<Item, Key>) {
    this.#read = list;
  }

  get #list(): List<Item, Key> {
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

  /** By its index among all items, if it is a row. */
  activate(index: number): void {
    const at = this.#rows === null ? index : this.#rows.indexOf(index);
    const item = this.rowAt(at);
    if (item === undefined) return;
    this.#lastAt = at;
    this.#ownKey = this.#list.keyOf(item);
  }

  rowAt(at: number): Item | undefined {
    const index = this.indexOf(at);
    return index < 0 ? undefined : this.#list.items.at(index);
  }

  /** Among all items; -1 for none. */
  indexOf(at: number): number {
    return this.#rows === null ? at : (this.#rows[at] ?? -1);
  }

  /** The next row whose name begins with the text, around the end; -1 for none. */
  named(text: string, nameOf: (item: Item) => string): number {
    const nameAt = (at: number): string | undefined => {
      const item = this.rowAt(at);
      return item === undefined ? undefined : nameOf(item);
    };
    return rowNamed({ length: this.count, at: nameAt }, text, this.at);
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
    if (key === null) return -1;
    for (let at = 0; at < this.count; at += 1) if (this.#isAt(at, key)) return at;
    return -1;
  }
}
