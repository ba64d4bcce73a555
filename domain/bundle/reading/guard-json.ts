import {
  type JsonAtom,
  jsonFaultWords,
  type JsonMark,
  templateFault,
} from '../../template/json/scan-json.ts';
import {
  maxDepth,
  maxFileBytes,
  maxRows,
  maxValues,
  maxValuesInRow,
  maxValuesOutside,
} from '../limits.ts';
import { type FileFault, faultAt, wholeFault } from './file-fault.ts';

export interface GuardedJson {
  readonly text: string;
  /** Elements of the outer list, or of the list `webhooks`. */
  readonly rows: readonly Span[];
  /** Offset of a number that loses precision, or -1. */
  readonly inexact: number;
}

/** UTF-16 offsets; `end` is exclusive. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Refuses duplicate or prototype names, lone surrogates and excess size. Linear in time and memory. */
export function guardJson(text: string): GuardedJson | FileFault {
  if (text.length > maxFileBytes) {
    return wholeFault(`It is larger than ${maxFileBytes / 1024 / 1024} MiB.`);
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

export const rowAt = (text: string, { start, end }: Span): unknown =>
  JSON.parse(text.slice(start, end));

/** Parses the text without its rows, so that they need not be in memory together. */
export function withoutRows({ text, rows }: GuardedJson): unknown {
  const [first] = rows;
  const last = rows.at(-1);
  return JSON.parse(
    first === undefined || last === undefined
      ? text
      : text.slice(0, first.start) + text.slice(last.end),
  );
}

/** Names that allow prototype pollution. */
const reaching = new Set(['__proto__', 'constructor', 'prototype']);

class Guard {
  found: { readonly at: number; readonly why: string } | null = null;
  readonly rows: { start: number; end: number }[] = [];
  inexact = -1;
  readonly #text: string;
  readonly #surrogates: boolean;
  readonly #open: (Set<string> | null)[] = [];
  #values = 0;
  #inRow = 0;
  #outside = 0;
  /** Depth of the list of webhooks; -1 outside of it. */
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
    if (this.#open.length > maxDepth) {
      this.#fault(at, `It is nested deeper than ${maxDepth} levels.`);
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
    if (this.#values > maxValues || this.#outside > maxValuesOutside) {
      this.#fault(at, 'It holds too many values.');
    }
    if (this.#inRow > maxValuesInRow) this.#fault(at, 'One webhook holds too many values.');
    if (this.#open.length !== this.#rowDepth) return;
    this.#inRow = 0;
    if (this.rows.length >= maxRows) {
      this.#fault(at, `It holds more than ${maxRows.toLocaleString('en')} webhooks.`);
    } else this.rows.push({ start: at, end: at });
  }

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

function brokenCharacter(text: string): number {
  if (text.isWellFormed()) return -1;
  return /\p{Cs}/u.exec(text)?.index ?? -1;
}
