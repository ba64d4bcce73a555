import { givenIdOf, type WebhookKey } from '../webhook/listed.ts';
import { decodeFlags, refs, refsPerWebhook } from '../webhook/segment/segment-columns.ts';
import type { WebhookSegment } from '../webhook/segment/webhook-segment.ts';
import { naturalOrder } from '../text/natural-order.ts';
import {
  foldColumn,
  type FoldedColumn,
  gatherColumn,
  headerLists,
  type HeaderLists,
  type Hosts,
  hostsOf,
  malformedRows,
  methodsOf,
} from './segment-parts.ts';
import { flagsMeet, isOfConnection, webhookMatches } from './matches.ts';
import { localStateOf, type SearchTerm } from './terms.ts';
import { flagValueOf, type SearchColumn, type SortValue, sortValueOf } from './sort-value.ts';

/** Keys of the webhooks in each local state. */
export interface LocalKeys {
  readonly edited: { has(key: WebhookKey): boolean; keys(): Iterable<WebhookKey> };
  readonly changed: { has(key: WebhookKey): boolean; keys(): Iterable<WebhookKey> };
}

const flagValueCount = 256;

const slowTerms: ReadonlySet<SearchTerm['term']> = new Set(['template', 'text']);

/** Finds the rows of one immutable segment that meet a query. Holds no header values. */
export class SegmentIndex {
  readonly segment: WebhookSegment;
  readonly #names: FoldedColumn;
  readonly #urls: FoldedColumn;
  /** One entry for each shared text; empty for those that are no template. */
  readonly #templates: FoldedColumn;
  readonly #headers: HeaderLists;
  readonly #hosts: Hosts;
  /** In lower case, by the number of the shared text. */
  readonly #methods: ReadonlyMap<number, string>;
  /** Rows with texts that UTF-8 cannot encode: they are checked one by one. */
  readonly #malformedRows: readonly number[];
  /** The rows that the last search found. One key later, most searches look only at them. */
  #last: { readonly terms: readonly SearchTerm[]; readonly matching: Uint8Array } | null = null;

  constructor(segment: WebhookSegment) {
    this.segment = segment;
    const { texts, shared } = segment.columns;
    const isTemplate = new Uint8Array(shared.ends.length);
    for (let row = 0; row < segment.size; row += 1) isTemplate[this.#ref(row, refs.template)] = 1;
    this.#names = foldColumn(gatherColumn(texts, segment.size, (row) => row * 2));
    this.#urls = foldColumn(gatherColumn(texts, segment.size, (row) => row * 2 + 1));
    this.#templates = foldColumn(
      gatherColumn(shared, shared.ends.length, (ref) => (isTemplate[ref] === 1 ? ref : null)),
    );
    this.#headers = headerLists(segment.columns);
    this.#hosts = hostsOf(this.#urls);
    this.#methods = methodsOf(segment.columns);
    this.#malformedRows = malformedRows(segment.columns);
  }

  /** In lower case. */
  get hosts(): readonly string[] {
    return this.#hosts.names;
  }

  get headerNames(): ReadonlySet<string> {
    return this.#headers.names;
  }

  get methods(): Iterable<string> {
    return this.#methods.values();
  }

  sortValueAt(row: number, column: SearchColumn): SortValue {
    switch (column) {
      case 'installation':
        return 0;
      case 'name':
        return naturalOrder(this.#names.at(row));
      case 'url':
        return naturalOrder(this.#urls.at(row));
      case 'method':
        return naturalOrder(this.#methods.get(this.#ref(row, refs.method)) ?? '');
      case 'id':
        return sortValueOf(this.segment.fieldsAt(row), column);
      default:
        return flagValueOf(decodeFlags(this.segment.columns.flags[row] ?? 0), column);
    }
  }

  /** One number for each row: 1 where the webhook meets every term, otherwise 0. */
  match(terms: readonly SearchTerm[], keys: LocalKeys): Uint8Array {
    const webhookTerms = terms.filter((term) => !isOfConnection(term));
    const before =
      this.#last?.terms.every((known) => imply(webhookTerms, known)) === true ? this.#last : null;
    const matching = before?.matching.slice() ?? new Uint8Array(this.segment.size).fill(1);
    const newTerms = webhookTerms.filter((term) => !imply(before?.terms ?? [], term));
    const isSlow = ({ term }: SearchTerm): boolean => slowTerms.has(term);
    const quickFirst = [...newTerms.filter((term) => !isSlow(term)), ...newTerms.filter(isSlow)];
    for (const term of quickFirst) this.#narrow(matching, term, keys);
    for (const row of this.#malformedRows) {
      const key = this.segment.keyAt(row);
      const state = { edited: keys.edited.has(key), changed: keys.changed.has(key) };
      matching[row] = webhookMatches(terms, this.segment.webhookAt(row), state) ? 1 : 0;
    }
    const isLasting = webhookTerms.every((term) => localStateOf(term) === null);
    this.#last = isLasting ? { terms: webhookTerms, matching } : null;
    return matching;
  }

  /** Sets the rows that do not meet the term to 0. The rules are those of `webhookMatches`. */
  #narrow(matching: Uint8Array, { term, value, negated }: SearchTerm, keys: LocalKeys): void {
    const wanted = negated ? 0 : 1;
    const { flags } = this.segment.columns;
    switch (term) {
      case 'text':
        narrow(matching, this.#findText(value, matching), wanted);
        break;
      case 'template':
        this.#narrowByRef(matching, refs.template, this.#findTemplates(value, matching), wanted);
        break;
      case 'header':
        this.#narrowByRef(matching, refs.headers, this.#headers.find(value), wanted);
        break;
      case 'method':
        this.#narrowByRef(matching, refs.method, this.#findMethods(value), wanted);
        break;
      case 'host':
        narrowByNumber(matching, this.#hosts.ofRow, this.#hosts.find(value), wanted);
        break;
      case 'id':
        narrow(matching, this.#rowsOfId(Number(value)), wanted);
        break;
      default: {
        const localState = localStateOf({ term, value });
        if (localState === null) {
          narrowByNumber(matching, flags, flagsWith({ term, value }), wanted);
        } else narrow(matching, this.#rowsOfKeys(keys[localState].keys()), wanted);
      }
    }
  }

  /** The parts that are quick to search come first: rows that they find are not checked again. */
  #findText(value: string, rows: Uint8Array): Uint8Array {
    const found = rows.slice();
    this.#narrowByRef(found, refs.headers, this.#headers.find(value), 1);
    const unchecked = rows.slice();
    narrow(unchecked, found, 0);
    this.#names.find(value, unchecked, found);
    narrow(unchecked, found, 0);
    this.#urls.find(value, unchecked, found);
    narrow(unchecked, found, 0);
    const templates = this.#findTemplates(value, unchecked);
    for (let row = 0; row < unchecked.length; row += 1) {
      if (unchecked[row] === 1) found[row] = templates[this.#ref(row, refs.template)] ?? 0;
    }
    return found;
  }

  /** 1 for each shared text that is a template of one of the rows and contains the value. */
  #findTemplates(value: string, rows: Uint8Array): Uint8Array {
    const wanted = new Uint8Array(this.#templates.count);
    for (let row = 0; row < rows.length; row += 1) {
      if (rows[row] === 1) wanted[this.#ref(row, refs.template)] = 1;
    }
    const found = new Uint8Array(wanted.length);
    this.#templates.find(value, wanted, found);
    return found;
  }

  #findMethods(value: string): Uint8Array {
    const found = new Uint8Array(this.segment.columns.shared.ends.length);
    for (const [ref, method] of this.#methods) if (method === value) found[ref] = 1;
    return found;
  }

  /** Keeps rows whose shared text of this kind has the wanted number in `byRef`. */
  #narrowByRef(matching: Uint8Array, kind: number, byRef: Uint8Array, wanted: number): void {
    const rowRefs = this.segment.columns.refs;
    for (let row = 0, at = kind; row < matching.length; row += 1, at += refsPerWebhook) {
      if (byRef[rowRefs[at] ?? 0] !== wanted) matching[row] = 0;
    }
  }

  #rowsOfKeys(keys: Iterable<WebhookKey>): Uint8Array {
    const found = new Uint8Array(this.segment.size);
    for (const key of keys) {
      const row = this.segment.rowOf(key);
      if (row !== -1) found[row] = 1;
    }
    return found;
  }

  #rowsOfId(id: number): Uint8Array {
    const found = this.#rowsOfKeys([id]);
    const { ids } = this.segment.columns;
    for (let row = 0; row < ids.length; row += 1) {
      if (!Number.isNaN(ids[row])) continue;
      if (givenIdOf(this.segment.fieldsAt(row)) === id) found[row] = 1;
    }
    return found;
  }

  #ref(row: number, kind: number): number {
    return this.segment.columns.refs[row * refsPerWebhook + kind] ?? 0;
  }
}

/** Whether each webhook that meets all `terms` meets `other`, too. */
const imply = (terms: readonly SearchTerm[], other: SearchTerm): boolean =>
  terms.some((term) => implies(term, other));

/** The same for one term. */
function implies(term: SearchTerm, other: SearchTerm): boolean {
  if (term.term !== other.term || term.negated !== other.negated) return false;
  const isContained = slowTerms.has(term.term) && !term.negated && term.value.includes(other.value);
  return isContained || term.value === other.value;
}

function narrow(matching: Uint8Array, found: Uint8Array, wanted: number): void {
  for (let row = 0; row < matching.length; row += 1) {
    if (found[row] !== wanted) matching[row] = 0;
  }
}

/** @param numbers of each row, such as its host; `byNumber` says which of them are found */
function narrowByNumber(
  matching: Uint8Array,
  numbers: Uint8Array | Uint32Array,
  byNumber: Uint8Array,
  wanted: number,
): void {
  for (let row = 0; row < matching.length; row += 1) {
    if (byNumber[numbers[row] ?? 0] !== wanted) matching[row] = 0;
  }
}

/** 1 for each value of the flags that meets the term. */
const flagsWith = (term: Pick<SearchTerm, 'term' | 'value'>): Uint8Array =>
  Uint8Array.from({ length: flagValueCount }, (_, flags) =>
    flagsMeet(term, decodeFlags(flags)) ? 1 : 0,
  );
