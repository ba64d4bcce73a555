import type { RowNumbers } from './row-numbers.ts';

/** Numbers of a list that is about to be written; items without a stored row get new ones. */
export class NewRowNumbers<Item> implements RowNumbers {
  readonly numbers: number[] = [];
  readonly added: { readonly number: number; readonly item: () => Item }[] = [];
  next: number;

  constructor(firstUnused: number) {
    this.next = firstUnused;
  }

  /** `stored`: the number of the row that holds this item already. */
  add(stored: number | null | undefined, item: () => Item): number {
    const number = stored ?? this.next;
    if (number === this.next) {
      this.added.push({ number, item });
      this.next += 1;
    }
    this.numbers.push(number);
    return number;
  }

  /** Built one by one, when they are written. */
  *items(): Generator<{ number: number; item: Item }, void, void> {
    for (const { number, item } of this.added) yield { number, item: item() };
  }
}
