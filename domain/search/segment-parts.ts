import { hostForms, rawHostOf } from '../text/host-of.ts';
import { foldText } from '../text/fold-text.ts';
import {
  bytesAt,
  refs,
  refsPerWebhook,
  type SegmentColumns,
  textAt,
  type TextColumn,
} from '../webhook/segment/segment-columns.ts';
import { Rest } from '../webhook/segment/segment-texts.ts';

/** A column of `count` texts of another column; `null` gives an empty text. */
export function gatherColumn(
  column: TextColumn,
  count: number,
  sourceOf: (entry: number) => number | null,
): TextColumn {
  const bytes = new Uint8Array(column.bytes.length);
  let length = 0;
  const ends = new Uint32Array(count);
  for (let entry = 0; entry < count; entry += 1) {
    const source = sourceOf(entry);
    if (source !== null) {
      const text = bytesAt(column, source);
      bytes.set(text, length);
      length += text.length;
    }
    ends[entry] = length;
  }
  return { bytes: bytes.subarray(0, length), ends };
}

/** The hosts of the URLs of a segment, each once. */
export interface Hosts {
  readonly names: readonly string[];
  /** Index into the names. */
  readonly ofRow: Uint32Array;
  /** 1 for each name that contains the value. */
  find(value: string): Uint8Array;
}

export function hostsOf(urls: FoldedColumn): Hosts {
  const numbers = new Map<string, number>();
  const ofRow = new Uint32Array(urls.count);
  for (let row = 0; row < urls.count; row += 1) {
    const host = rawHostOf(urls.at(row));
    const number = numbers.get(host) ?? numbers.size;
    numbers.set(host, number);
    ofRow[row] = number;
  }
  const names = [...numbers.keys()];
  const forms = names.map(hostForms);
  const find = (value: string): Uint8Array =>
    Uint8Array.from(forms, (of) => (of.some((form) => form.includes(value)) ? 1 : 0));
  return { names, ofRow, find };
}

/** The header names of a segment. */
export interface HeaderLists {
  /** As the installation spells them. */
  readonly names: ReadonlySet<string>;
  /** 1 for each shared text whose headers have a name that contains the value. */
  find(value: string): Uint8Array;
}

/** Headers mostly differ in their values only, so each list of names is held once. */
export function headerLists(columns: SegmentColumns): HeaderLists {
  const names = new Set<string>();
  const numbers = new Map<string, number>();
  const lists: string[][] = [];
  /** Number of the list plus 1; 0 for a text that is no list of headers. */
  const ofRef = new Uint32Array(columns.shared.ends.length);
  for (let at = refs.headers; at < columns.refs.length; at += refsPerWebhook) {
    const ref = columns.refs[at] ?? 0;
    if (ofRef[ref] !== 0) continue;
    const list = namesIn(textAt(columns.shared, ref));
    const text = JSON.stringify(list);
    const number = numbers.get(text) ?? numbers.size + 1;
    if (number > numbers.size) {
      numbers.set(text, number);
      lists.push(list.map((name) => foldText(name)));
      for (const name of list) names.add(name);
    }
    ofRef[ref] = number;
  }
  const find = (value: string): Uint8Array => {
    const found = lists.map((list) => list.some((name) => name.includes(value)));
    return Uint8Array.from(ofRef, (number) => (found[number - 1] === true ? 1 : 0));
  };
  return { names, find };
}

/** Without a schema, because a segment can have as many lists as webhooks. */
function namesIn(text: string): string[] {
  const headers: unknown = JSON.parse(text);
  if (!Array.isArray(headers)) return [];
  return headers.flatMap((header: unknown) =>
    Array.isArray(header) && typeof header[0] === 'string' ? [header[0]] : [],
  );
}

/** Folded, by index of the shared text. */
export function methodsOf(columns: SegmentColumns): Map<number, string> {
  const methods = new Map<number, string>();
  for (let at = refs.method; at < columns.refs.length; at += refsPerWebhook) {
    const ref = columns.refs[at] ?? 0;
    if (!methods.has(ref)) methods.set(ref, foldText(textAt(columns.shared, ref)));
  }
  return methods;
}

/** Rows that hold their texts apart, because UTF-8 cannot hold half of a surrogate pair. */
export function malformedRows(columns: SegmentColumns): number[] {
  const isMalformed = new Map<number, boolean>();
  const rows: number[] = [];
  for (let row = 0; row < columns.ids.length; row += 1) {
    const ref = columns.refs[row * refsPerWebhook + refs.rest] ?? 0;
    let malformed = isMalformed.get(ref);
    if (malformed === undefined) {
      const text = textAt(columns.shared, ref);
      malformed = text.includes('"texts":') && Rest.parse(JSON.parse(text)).texts !== undefined;
      isMalformed.set(ref, malformed);
    }
    if (malformed) rows.push(row);
  }
  return rows;
}

/** Entries that are checked one by one before a binary search. */
const nearby = 8;

/** Folded texts, one after the other. Can contain half surrogate pairs. */
export class FoldedColumn {
  readonly #text: string;
  /** Offset after each entry, in UTF-16 units. */
  readonly #ends: Uint32Array;

  constructor(text: string, ends: Uint32Array) {
    this.#text = text;
    this.#ends = ends;
  }

  static of(texts: Iterable<string>): FoldedColumn {
    const folded = Array.from(texts, (text) => foldText(text));
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
  const folded = foldText(text);
  const unitEnds = text.length === bytes.length ? ends : unitEndsOf(bytes, ends);
  // The lower case of Σ depends on the next letter, which here may be of the next text.
  if (folded.length === text.length && !text.includes('Σ'))
    return new FoldedColumn(folded, unitEnds);
  let start = 0;
  return FoldedColumn.of(
    Array.from(unitEnds, (end) => {
      const entry = text.slice(start, end);
      start = end;
      return entry;
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
