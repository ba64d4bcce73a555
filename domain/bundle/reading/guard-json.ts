import { jsonFaultWords } from '../../template/json/json-fault.ts';
import { type JsonAtom, type JsonMark, templateFault } from '../../template/json/scan-json.ts';
import {
  deepest,
  fileBytesAtMost,
  rowsAtMost,
  valuesAtMost,
  valuesInRowAtMost,
  valuesOutsideAtMost,
} from '../limits.ts';
import { type FileFault, faultAt, wholeFault } from './file-fault.ts';

/** JSON that can be parsed without harm, as a whole or row by row. */
export interface GuardedJson {
  readonly text: string;
  /** Where the elements of the outer list, or of the outer object's list `webhooks`, begin and end. */
  readonly rows: readonly Span[];
  /** Where a number stands that cannot be held exactly; -1 for nowhere. */
  readonly inexact: number;
}

/** Offsets in UTF-16 code units, the end behind the last one. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Looks through JSON that anybody may have written. Refused, with line and column: what is no JSON, names that
 * an object has twice, names that reach prototypes, halves of characters, and what is too large, too
 * deep or too much. Takes time and memory in proportion to the length, and never more than the limits.
 */
export function guardJson(text: string): GuardedJson | FileFault {
  if (text.length > fileBytesAtMost) {
    return wholeFault(`It is larger than ${fileBytesAtMost / 1024 / 1024} MiB.`);
  }
  const broken = brokenCharacter(text);
  if (broken >= 0) return faultAt(text, broken, 'Half of a character stands alone here.');
  const guard = new Guard(text);
  const fault = templateFault(text, [], guard);
  const found = guard.found;
  if (found !== null && (fault === null || found.at <= fault.at)) {
    return faultAt(text, found.at, found.why);
  }
  if (fault !== null) {
    return faultAt(text, fault.at, `It is not JSON: ${jsonFaultWords[fault.kind]}.`);
  }
  return { text, rows: guard.rows, inexact: guard.inexact };
}

/** One row of what was guarded. */
export const rowAt = (text: string, { start, end }: Span): unknown =>
  JSON.parse(text.slice(start, end));

/** What was guarded, with no rows in its list: all that need be there at once beside one of them. */
export function withoutRows({ text, rows }: GuardedJson): unknown {
  const [first] = rows;
  const last = rows.at(-1);
  return JSON.parse(
    first === undefined || last === undefined
      ? text
      : text.slice(0, first.start) + text.slice(last.end),
  );
}

/** Names that lead out of plain data in what copies objects without thinking. */
const reaching = new Set(['__proto__', 'constructor', 'prototype']);

class Guard {
  found: { readonly at: number; readonly why: string } | null = null;
  readonly rows: { start: number; end: number }[] = [];
  inexact = -1;
  readonly #text: string;
  /** Whether escapes of surrogates are there at all. */
  readonly #surrogates: boolean;
  /** The names of every open object; `null` for a list. */
  readonly #open: (Set<string> | null)[] = [];
  #values = 0;
  #inRow = 0;
  #outside = 0;
  /** The list whose elements are counted, as how many are open within it. */
  #rowDepth = -1;
  #outerName = '';

  constructor(text: string) {
    this.#text = text;
    this.#surrogates = /\\u[dD][89a-fA-F]/.test(text);
  }

  readonly mark = (mark: JsonMark, at: number): void => {
    if (this.found !== null) return;
    if (mark === '}' || mark === ']') {
      if (this.#open.length === this.#rowDepth) this.#rowDepth = -1;
      this.#open.pop();
      this.#ended(at + 1);
      return;
    }
    if (mark !== '{' && mark !== '[') return;
    this.#value(at);
    this.#open.push(mark === '{' ? new Set() : null);
    if (this.#open.length > deepest) {
      this.#fault(at, `It is nested deeper than ${deepest} levels.`);
    }
    const [outer] = this.#open;
    const ofRows =
      this.#open.length === 1 ||
      (this.#open.length === 2 && outer !== null && this.#outerName === 'webhooks');
    if (mark === '[' && ofRows) this.#rowDepth = this.#open.length;
  };

  readonly atom = ({ start, end, role }: JsonAtom): void => {
    if (this.found !== null) return;
    if (role !== 'name') {
      this.#value(start);
      this.#ended(end);
    }
    const first = this.#text.charAt(start);
    if (/[-0-9]/.test(first)) this.#number(start, end);
    else if (first === '"' && this.#surrogates && hasHalf(this.#text.slice(start, end))) {
      this.#fault(start, 'Half of a character stands alone here.');
    }
    if (role === 'name') this.#name(start, end);
  };

  #value(at: number): void {
    this.#values += 1;
    const inRows = this.#rowDepth >= 0;
    if (inRows) this.#inRow += 1;
    else this.#outside += 1;
    if (this.#values > valuesAtMost || this.#outside > valuesOutsideAtMost) {
      this.#fault(at, 'It holds too many values.');
    }
    if (this.#inRow > valuesInRowAtMost) this.#fault(at, 'One webhook holds too many values.');
    if (this.#open.length !== this.#rowDepth) return;
    this.#inRow = 0;
    if (this.rows.length >= rowsAtMost) {
      this.#fault(at, `It holds more than ${rowsAtMost.toLocaleString('en')} webhooks.`);
    } else this.rows.push({ start: at, end: at });
  }

  /** A value that stands among the rows is one of them. */
  #ended(end: number): void {
    const last = this.rows.at(-1);
    if (last !== undefined && this.#open.length === this.#rowDepth) last.end = end;
  }

  #name(start: number, end: number): void {
    const raw = this.#text.slice(start, end);
    const name = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
    const names = this.#open.at(-1);
    if (reaching.has(name)) this.#fault(start, `The name ${name} is not taken.`);
    else if (names?.has(name) === true) this.#fault(start, `This name is there twice.`);
    else names?.add(name);
    if (this.#open.length === 1) this.#outerName = name;
  }

  #number(start: number, end: number): void {
    if (end - start < 16 && !/[eE]/.test(this.#text.slice(start, end))) return;
    if (end - start > 400) {
      this.#fault(start, 'This number is too long.');
      return;
    }
    const value = Number(this.#text.slice(start, end));
    if (!Number.isFinite(value)) {
      this.#fault(start, 'This number is too large.');
      return;
    }
    if (this.inexact < 0 && Math.abs(value) > Number.MAX_SAFE_INTEGER) this.inexact = start;
  }

  #fault(at: number, why: string): void {
    this.found ??= { at, why };
  }
}

const hasHalf = (raw: string): boolean =>
  raw.includes('\\') && !String(JSON.parse(raw)).isWellFormed();

/** Where half of a character stands in a text itself, or -1. */
function brokenCharacter(text: string): number {
  if (text.isWellFormed()) return -1;
  return /\p{Cs}/u.exec(text)?.index ?? -1;
}
