import { rowNamed } from './type-ahead.ts';
import { tick } from 'svelte';
import type { VListHandle } from 'virtua/svelte';

/** The rows of a list; an array is one. */
export interface Rows<Item> {
  readonly length: number;
  readonly at: (index: number) => Item | undefined;
}

/** The rows as the array that a virtual list asks for; it reads only the length and the rows in sight. */
export const listOf = <Item>(rows: Rows<Item>): readonly Item[] =>
  new Proxy<Item[]>([], {
    get: (target, name): unknown => {
      if (typeof name === 'symbol') return Reflect.get(target, name);
      return name === 'length' ? rows.length : rows.at(Number(name));
    },
  });

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

interface Position {
  /** -1 if no row is selected. */
  readonly at: number;
  readonly count: number;
  /** Rows of a page. */
  readonly page: number;
}

/** `null` for a key that moves nowhere. */
export function rowAfter(key: string, { at, count, page }: Position): number | null {
  const to = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined || count === 0 ? null : Math.max(0, Math.min(count - 1, to));
}

/** One row of the previous page stays visible. */
export const pageOf = (height: number, rowHeight: number): number =>
  Math.max(1, Math.floor(height / rowHeight) - 1);

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

/** Frames to wait until the list has measured a row. */
const maxFrames = 20;

/**
 * A virtual list hides a new row until it has measured it, and a hidden row takes no focus.
 * The old row stays drawn until then; otherwise the focus and the next keys would be lost.
 */
export class RowFocus {
  /** The row that has the focus while it moves. */
  #leaving = $state<number | null>(null);
  #lastMove = 0;

  /** For the list's `keepMounted`. @param at the row that Tab reaches; -1 for none */
  mountedRows(at: number): number[] {
    const rows = this.#leaving === null ? [at] : [at, this.#leaving];
    return rows.filter((row) => row >= 0);
  }

  /** @param find returns the element to focus, once it is drawn */
  async move(
    list: VListHandle | undefined,
    from: number,
    to: number,
    find: () => HTMLElement | null | undefined,
  ): Promise<void> {
    const move = (this.#lastMove += 1);
    this.#leaving ??= from;
    await tick();
    if (to >= 0) list?.scrollToIndex(to, { align: 'nearest' });
    for (let frame = 0; frame < maxFrames; frame += 1) {
      await tick();
      // The user pressed another key in the meantime.
      if (move !== this.#lastMove) return;
      const row = find();
      row?.focus();
      if (row === document.activeElement) break;
      await new Promise(requestAnimationFrame);
    }
    if (move === this.#lastMove) this.#leaving = null;
  }
}
