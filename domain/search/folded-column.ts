import type { TextColumn } from '../webhook/segment/segment-columns.ts';

/** Entries that are checked one by one before a binary search. */
const nearby = 8;

/** Texts in lower case, one after the other. Can contain half surrogate pairs. */
export class FoldedColumn {
  readonly #text: string;
  /** Offset after each entry, in UTF-16 units. */
  readonly #ends: Uint32Array;

  constructor(text: string, ends: Uint32Array) {
    this.#text = text;
    this.#ends = ends;
  }

  static of(texts: Iterable<string>): FoldedColumn {
    const folded = Array.from(texts, (text) => text.toLowerCase());
    let end = 0;
    const ends = Uint32Array.from(folded, (text) => (end += text.length));
    return new FoldedColumn(folded.join(''), ends);
  }

  get count(): number {
    return this.#ends.length;
  }

  at(entry: number): string {
    return this.#text.slice(this.#startOf(entry), this.#ends[entry]);
  }

  /** Sets `found` to 1 for each entry that contains `sought` and is 1 in `wanted`. */
  find(sought: string, wanted: Uint8Array, found: Uint8Array): void {
    const ends = this.#ends;
    let entry = 0;
    let from = 0;
    for (;;) {
      while (wanted[entry] === 0) entry += 1;
      if (entry >= ends.length) return;
      const at = this.#text.indexOf(sought, Math.max(from, this.#startOf(entry)));
      if (at === -1) return;
      entry = this.#entryAt(at, entry);
      const end = ends[entry] ?? 0;
      // A match must not reach into the next entry.
      if (at + sought.length > end) {
        from = at + 1;
        continue;
      }
      if (wanted[entry] === 1) found[entry] = 1;
      from = end;
      entry += 1;
    }
  }

  #startOf(entry: number): number {
    return entry === 0 ? 0 : (this.#ends[entry - 1] ?? 0);
  }

  /** The entry at an offset; `first` is not behind it. */
  #entryAt(offset: number, first: number): number {
    const ends = this.#ends;
    for (let entry = first; entry < first + nearby; entry += 1) {
      if (offset < (ends[entry] ?? Infinity)) return entry;
    }
    let low = first + nearby;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (offset < (ends[middle] ?? 0)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Folds well-formed texts together if the result equals that of folding each text. */
export function foldColumn({ bytes, ends }: TextColumn): FoldedColumn {
  const text = decoder.decode(bytes);
  const folded = text.toLowerCase();
  const unitEnds = text.length === bytes.length ? ends : unitEndsOf(bytes, ends);
  // The lower case of Σ depends on the next letter, which here may be of the next text.
  if (folded.length === text.length && !text.includes('Σ'))
    return new FoldedColumn(folded, unitEnds);
  let start = 0;
  return FoldedColumn.of(
    Array.from(unitEnds, (end) => {
      const each = text.slice(start, end);
      start = end;
      return each;
    }),
  );
}

/** Offsets in UTF-16 units of offsets in UTF-8 bytes. */
function unitEndsOf(bytes: Uint8Array, ends: Uint32Array): Uint32Array {
  let units = 0;
  let offset = 0;
  return ends.map((end) => {
    for (; offset < end; offset += 1) {
      const byte = bytes[offset] ?? 0;
      if ((byte & 0xc0) !== 0x80) units += byte >= 0xf0 ? 2 : 1;
    }
    return units;
  });
}
