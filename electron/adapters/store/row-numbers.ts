import { z } from 'zod';
import { parseJson } from '#domain/text/parse-json.ts';

/** Runs of consecutive numbers, as first number and count. */
const Stored = z.object({ next: z.int(), runs: z.array(z.tuple([z.int(), z.int()])) });

export interface RowNumbers {
  /** Numbers of a list's rows, in its order. A number never gets another content. */
  readonly numbers: readonly number[];
  /** The first number that was never used. */
  readonly next: number;
}

export function encodeRowNumbers({ numbers, next }: RowNumbers): string {
  const runs: [first: number, count: number][] = [];
  for (const number of numbers) {
    const last = runs.at(-1);
    if (last !== undefined && number === last[0] + last[1]) last[1] += 1;
    else runs.push([number, 1]);
  }
  return JSON.stringify({ next, runs });
}

export function decodeRowNumbers(text: unknown): RowNumbers {
  const { next, runs } = Stored.parse(parseJson(String(text)));
  const numbers: number[] = [];
  for (const [first, count] of runs) {
    for (let number = first; number < first + count; number += 1) numbers.push(number);
  }
  return { next, numbers };
}

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
