import type { ListedFields, ListedWebhook, WebhookKey } from '../listed.ts';
import type { Header } from '../webhook.ts';
import {
  areSameBytes,
  areSameColumns,
  bytesAt,
  decodeColumns,
  decodeFlags,
  encodeColumns,
  refs,
  refsPerWebhook,
  type SegmentColumns,
  textAt,
} from './segment-columns.ts';
import {
  DecodedTexts,
  Rest,
  searchText,
  SharedHeaders,
  type TestedTexts,
} from './segment-texts.ts';

/** Immutable webhooks of one installation in columns, which take far less memory than objects. */
export class WebhookSegment {
  readonly #columns: SegmentColumns;
  /** The last parsed text: neighbours mostly share it. */
  #lastRest: { readonly ref: number; readonly rest: Rest } | null = null;
  /** Row numbers sorted by id; `null` when the rows are sorted already. */
  readonly #rowsById: Uint32Array | null;
  /** Row by key. */
  readonly #unaddressable = new Map<string, number>();
  /** Row that `rowOf` found last. */
  #lastRow = -1;

  /** Equal shared texts of the segment that was compared last, which this must not keep in memory. */
  #compared: {
    readonly other: WeakRef<WebhookSegment>;
    readonly same: Map<number, number>;
  } | null = null;

  constructor(columns: SegmentColumns) {
    this.#columns = columns;
    const { ids } = columns;
    const addressable: number[] = [];
    let isSorted = true;
    for (const [row, id] of ids.entries()) {
      if (Number.isNaN(id)) {
        const key = this.#rest(row).unaddressable?.key;
        if (key !== undefined) this.#unaddressable.set(key, row);
        isSorted = false;
        continue;
      }
      isSorted &&= row === 0 || (ids[row - 1] ?? 0) < id;
      addressable.push(row);
    }
    this.#rowsById = isSorted
      ? null
      : Uint32Array.from(addressable).sort((a, b) => (ids[a] ?? 0) - (ids[b] ?? 0));
  }

  /** Returns `null` for another format. */
  static decode(bytes: Uint8Array): WebhookSegment | null {
    const columns = decodeColumns(bytes);
    return columns === null ? null : new WebhookSegment(columns);
  }

  encode(): Uint8Array {
    return encodeColumns(this.#columns);
  }

  get size(): number {
    return this.#columns.ids.length;
  }

  /** For an index over the whole segment. */
  get columns(): SegmentColumns {
    return this.#columns;
  }

  *unaddressable(): Generator<ListedWebhook, undefined, void> {
    for (const row of this.#unaddressable.values()) yield this.webhookAt(row);
  }

  keyAt(row: number): WebhookKey {
    const id = this.#columns.ids[row] ?? Number.NaN;
    if (!Number.isNaN(id)) return id;
    return this.#rest(row).unaddressable?.key ?? '';
  }

  /** Returns -1 when no row has this key. */
  rowOf(key: WebhookKey): number {
    if (typeof key === 'string') return this.#unaddressable.get(key) ?? -1;
    const { ids } = this.#columns;
    // Lists are walked in the order of their rows.
    if (ids[this.#lastRow + 1] === key) return (this.#lastRow += 1);
    let low = 0;
    let high = (this.#rowsById?.length ?? ids.length) - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const row = this.#rowsById?.[middle] ?? middle;
      const id = ids[row] ?? 0;
      if (id === key) return (this.#lastRow = row);
      if (id < key) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  fieldsAt(row: number): ListedFields {
    const { unaddressable } = this.#rest(row);
    const headerCount = this.#headerEnd(row) - this.#headerEnd(row - 1);
    const fields = { ...this.#shortTexts(row), ...this.#flags(row), headerCount };
    return unaddressable === undefined
      ? { id: this.#columns.ids[row] ?? 0, ...fields }
      : { id: null, ...fields, ...unaddressable };
  }

  webhookAt(row: number): ListedWebhook {
    const { unreported, unknown, unaddressable } = this.#rest(row);
    const headers = this.#headersAt(row);
    const fields = { ...this.#textsAt(row), ...this.#flags(row), headers, unreported, unknown };
    return unaddressable === undefined
      ? { ...fields, id: this.#columns.ids[row] ?? 0 }
      : { ...fields, id: null, ...unaddressable };
  }

  /** `decoded`: one for all rows of a search, because rows have templates and headers in common. */
  searchTextAt(row: number, decoded = new DecodedTexts()): string {
    const { texts } = this.#columns;
    const searched = this.#rest(row).texts ?? {
      name: textAt(texts, row * 2),
      url: textAt(texts, row * 2 + 1),
      payloadTemplate: decoded.template(this.#ref(row, refs.template), () =>
        this.#sharedText(row, refs.template),
      ),
    };
    const headers = decoded.headers(this.#ref(row, refs.headers), () =>
      this.#sharedHeaders(row).map(([name]) => ({ name })),
    );
    return searchText({ ...searched, headers });
  }

  /** Whether the URL, a header value or the template passes its test. */
  hasTextAt(row: number, tested: TestedTexts): boolean {
    if (this.#rest(row).texts !== undefined) return tested.anyOf(this.webhookAt(row));
    return (
      tested.url(textAt(this.#columns.texts, row * 2 + 1)) ||
      tested.headers(this.#ref(row, refs.headers), () => this.#sharedHeaders(row)) ||
      tested.template(this.#ref(row, refs.template), () => this.#sharedText(row, refs.template))
    );
  }

  /** Whether all rows are the same, in the same order. Takes about 5 ms for 10,000 webhooks. */
  isSame(other: WebhookSegment): boolean {
    return other === this || areSameColumns(this.#columns, other.#columns);
  }

  /** Compares every field, in bytes. */
  isSameRow(row: number, other: WebhookSegment, otherRow: number): boolean {
    if (other === this && row === otherRow) return true;
    const [a, b] = [this.#columns, other.#columns];
    if (!Object.is(a.ids[row], b.ids[otherRow]) || a.flags[row] !== b.flags[otherRow]) return false;
    for (let index = row * 2, at = otherRow * 2; index < row * 2 + 2; index += 1, at += 1) {
      if (!areSameBytes(bytesAt(a.texts, index), bytesAt(b.texts, at))) return false;
    }
    for (let index = 0; index < refsPerWebhook; index += 1) {
      if (!this.#isSameShared(this.#ref(row, index), other, other.#ref(otherRow, index))) {
        return false;
      }
    }
    const [first, otherFirst] = [this.#headerEnd(row - 1), other.#headerEnd(otherRow - 1)];
    const count = this.#headerEnd(row) - first;
    for (let index = 0; index < count; index += 1) {
      if (!Object.is(a.headerIds[first + index], b.headerIds[otherFirst + index])) return false;
    }
    return true;
  }

  #isSameShared(ref: number, other: WebhookSegment, otherRef: number): boolean {
    if (other === this) return ref === otherRef;
    if (this.#compared?.other.deref() !== other) {
      this.#compared = { other: new WeakRef(other), same: new Map() };
    }
    const { same } = this.#compared;
    if (same.get(ref) === otherRef) return true;
    const [a, b] = [this.#columns.shared, other.#columns.shared];
    const isSame = areSameBytes(bytesAt(a, ref), bytesAt(b, otherRef));
    if (isSame) same.set(ref, otherRef);
    return isSame;
  }

  #flags(row: number) {
    return decodeFlags(this.#columns.flags[row] ?? 0);
  }

  #shortTexts(row: number) {
    const { texts } = this.#columns;
    const { name, url, method } = this.#rest(row).texts ?? {
      name: textAt(texts, row * 2),
      url: textAt(texts, row * 2 + 1),
      method: this.#sharedText(row, refs.method),
    };
    return { name, url, method };
  }

  #textsAt(row: number) {
    const template = this.#rest(row).texts?.payloadTemplate;
    const payloadTemplate = template ?? this.#sharedText(row, refs.template);
    return { ...this.#shortTexts(row), payloadTemplate };
  }

  #headersAt(row: number): Header[] {
    const first = this.#headerEnd(row - 1);
    const { headerIds } = this.#columns;
    return this.#sharedHeaders(row).map(([name, value], index) => {
      const id = headerIds[first + index] ?? Number.NaN;
      return { id: Number.isNaN(id) ? null : id, name, value };
    });
  }

  #sharedHeaders(row: number): [name: string, value: string][] {
    return SharedHeaders.parse(JSON.parse(this.#sharedText(row, refs.headers)));
  }

  #ref(row: number, index: number): number {
    return this.#columns.refs[row * refsPerWebhook + index] ?? 0;
  }

  #sharedText(row: number, index: number): string {
    return textAt(this.#columns.shared, this.#ref(row, index));
  }

  #headerEnd(row: number): number {
    return row < 0 ? 0 : (this.#columns.headerEnds[row] ?? 0);
  }

  #rest(row: number): Rest {
    const ref = this.#ref(row, refs.rest);
    if (this.#lastRest?.ref === ref) return this.#lastRest.rest;
    const rest = Rest.parse(JSON.parse(textAt(this.#columns.shared, ref)));
    this.#lastRest = { ref, rest };
    return rest;
  }
}
