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
  maxJsonValues,
  maxJsonValuesPerWebhook,
  maxJsonValuesOutsideWebhooks,
} from '../bundle-limits.ts';
import { type FileFault, faultAt, faultWithoutPlace } from './file-fault.ts';

/** A JSON text that is safe to parse. */
export interface GuardedJson {
  readonly text: string;
  /** Elements of the outer list, or of the list `webhooks`. */
  readonly rows: readonly RowRange[];
  /** Offset of a number that loses precision, or -1. */
  readonly inexact: number;
}

/** UTF-16 offsets; `end` is exclusive. */
interface RowRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Checks an untrusted text before it is parsed. Refuses duplicate or prototype names, lone surrogates and excess
 * size. Linear in time and memory.
 */
export function guardJson(text: string): GuardedJson | FileFault {
  if (text.length > maxFileBytes) {
    return faultWithoutPlace(`It is larger than ${maxFileBytes / 1024 / 1024} MiB.`);
  }
  const surrogateAt = loneSurrogate(text);
  if (surrogateAt >= 0) return faultAt(text, surrogateAt, loneSurrogateFault);
  const guard = new Guard(text);
  const jsonFault = templateFault(text, [], guard);
  const { refusal } = guard;
  if (refusal !== null && (jsonFault === null || refusal.at <= jsonFault.at)) {
    return faultAt(text, refusal.at, refusal.why);
  }
  if (jsonFault !== null) {
    return faultAt(text, jsonFault.at, `It is not JSON: ${jsonFaultWords[jsonFault.kind]}.`);
  }
  return { text, rows: guard.rows, inexact: guard.inexact };
}

const loneSurrogateFault = 'Half of a character stands alone here.';

export const rowAt = (text: string, { start, end }: RowRange): unknown =>
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
const prototypeNames = new Set(['__proto__', 'constructor', 'prototype']);

/** Receives the marks and atoms of the text, and remembers the first reason to refuse it. */
class Guard {
  refusal: { readonly at: number; readonly why: string } | null = null;
  readonly rows: { start: number; end: number }[] = [];
  inexact = -1;
  readonly #text: string;
  readonly #hasEscapedSurrogates: boolean;
  /** Names in each object around the current place; `null` for a list. */
  readonly #enclosing: (Set<string> | null)[] = [];
  #valueCount = 0;
  #valuesInRow = 0;
  #valuesOutside = 0;
  /** Depth of the list of webhooks; -1 outside of it. */
  #rowDepth = -1;
  /** The last name in the outermost object. */
  #outerName = '';

  constructor(text: string) {
    this.#text = text;
    this.#hasEscapedSurrogates = /\\u[dD][89a-fA-F]/.test(text);
  }

  readonly mark = (mark: JsonMark, at: number): void => {
    if (this.refusal !== null) return;
    if (mark === '}' || mark === ']') {
      if (this.#enclosing.length === this.#rowDepth) this.#rowDepth = -1;
      this.#enclosing.pop();
      this.#endRow(at + 1);
      return;
    }
    if (mark !== '{' && mark !== '[') return;
    this.#countValue(at);
    this.#enclosing.push(mark === '{' ? new Set() : null);
    if (this.#enclosing.length > maxDepth) {
      this.#refuse(at, `It is nested deeper than ${maxDepth} levels.`);
    }
    const [outer] = this.#enclosing;
    const isOuterList = this.#enclosing.length === 1;
    const isListOfWebhooks =
      this.#enclosing.length === 2 && outer !== null && this.#outerName === 'webhooks';
    if (mark === '[' && (isOuterList || isListOfWebhooks)) this.#rowDepth = this.#enclosing.length;
  };

  readonly atom = ({ start, end, role }: JsonAtom): void => {
    if (this.refusal !== null) return;
    if (role !== 'name') {
      this.#countValue(start);
      this.#endRow(end);
    }
    const first = this.#text.charAt(start);
    if (/[-0-9]/.test(first)) this.#checkNumber(start, end);
    else if (first === '"' && this.#hasEscapedSurrogates) this.#checkSurrogates(start, end);
    if (role === 'name') this.#checkName(start, end);
  };

  #countValue(at: number): void {
    this.#valueCount += 1;
    const isInRow = this.#rowDepth >= 0;
    if (isInRow) this.#valuesInRow += 1;
    else this.#valuesOutside += 1;
    if (this.#valueCount > maxJsonValues || this.#valuesOutside > maxJsonValuesOutsideWebhooks) {
      this.#refuse(at, 'It holds too many values.');
    }
    if (this.#valuesInRow > maxJsonValuesPerWebhook)
      this.#refuse(at, 'One webhook holds too many values.');
    if (this.#enclosing.length !== this.#rowDepth) return;
    this.#valuesInRow = 0;
    if (this.rows.length >= maxRows) {
      this.#refuse(at, `It holds more than ${maxRows.toLocaleString('en')} webhooks.`);
    } else this.rows.push({ start: at, end: at });
  }

  #endRow(end: number): void {
    const last = this.rows.at(-1);
    if (last !== undefined && this.#enclosing.length === this.#rowDepth) last.end = end;
  }

  #checkName(start: number, end: number): void {
    const raw = this.#text.slice(start, end);
    const name = raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
    const names = this.#enclosing.at(-1);
    if (prototypeNames.has(name)) this.#refuse(start, `The name ${name} is not taken.`);
    else if (names?.has(name) === true) this.#refuse(start, `This name is there twice.`);
    else names?.add(name);
    if (this.#enclosing.length === 1) this.#outerName = name;
  }

  #checkNumber(start: number, end: number): void {
    if (end - start < 16 && !/[eE]/.test(this.#text.slice(start, end))) return;
    if (end - start > 400) {
      this.#refuse(start, 'This number is too long.');
      return;
    }
    const value = Number(this.#text.slice(start, end));
    if (!Number.isFinite(value)) {
      this.#refuse(start, 'This number is too large.');
      return;
    }
    if (this.inexact < 0 && Math.abs(value) > Number.MAX_SAFE_INTEGER) this.inexact = start;
  }

  #checkSurrogates(start: number, end: number): void {
    const raw = this.#text.slice(start, end);
    const isLone = raw.includes('\\') && !String(JSON.parse(raw)).isWellFormed();
    if (isLone) this.#refuse(start, loneSurrogateFault);
  }

  #refuse(at: number, why: string): void {
    this.refusal ??= { at, why };
  }
}

/** Offset, or -1. */
function loneSurrogate(text: string): number {
  if (text.isWellFormed()) return -1;
  return /\p{Cs}/u.exec(text)?.index ?? -1;
}
