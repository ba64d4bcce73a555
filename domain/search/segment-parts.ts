import {
  bytesAt,
  refs,
  refsPerWebhook,
  type SegmentColumns,
  textAt,
  type TextColumn,
} from '../webhook/segment/segment-columns.ts';
import { Rest } from '../webhook/segment/segment-texts.ts';
import type { FoldedColumn } from './folded-column.ts';
import { hostForms, rawHostOf } from '../text/host-of.ts';

/** A column of `count` texts of another; `null` gives an empty text. */
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
      lists.push(list.map((name) => name.toLowerCase()));
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

export function methodsOf(columns: SegmentColumns): Map<number, string> {
  const methods = new Map<number, string>();
  for (let at = refs.method; at < columns.refs.length; at += refsPerWebhook) {
    const ref = columns.refs[at] ?? 0;
    if (!methods.has(ref)) methods.set(ref, textAt(columns.shared, ref).toLowerCase());
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
