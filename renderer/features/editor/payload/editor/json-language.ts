import { indentOnInput, indentService, indentUnit } from '@codemirror/language';
import { EditorState, type Extension, type Text } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';

export type JsonKind = 'key' | 'string' | 'number' | 'word' | 'bracket' | 'punctuation';

/** Offsets in the line; `end` is exclusive. */
type Found = (start: number, end: number, kind: JsonKind) => void;

/**
 * Tolerates near-JSON: a single quote may open a string, a string ends with its line, and other
 * text is skipped. Reports pieces between `from` and `to`; takes time linear in `to`.
 */
export function lexJsonLine(line: string, from: number, to: number, found: Found): void {
  const limit = Math.min(to, line.length);
  let at = 0;
  /** The last non-blank character; NaN at the start of the line. */
  let before = NaN;
  while (at < limit) {
    const code = line.charCodeAt(at);
    let end = at + 1;
    let kind: JsonKind | null = null;
    if (code === doubleQuote || (code === singleQuote && opensString(before))) {
      end = endOfString(line, at, code);
      if (end > from) kind = isKey(line, end) ? 'key' : 'string';
    } else if (isBracket(code)) kind = 'bracket';
    else if (code === comma || code === colon) kind = 'punctuation';
    else if (isWordCharacter(code)) {
      end = endOfWord(line, at);
      if (end > from && before !== percent) kind = kindOfWord(line.slice(at, end));
    }
    if (kind !== null && end > from) found(at, end, kind);
    if (code > space) before = code;
    at = end;
  }
}

export const looksLikeJson = (beginning: string): boolean => /^\s*[[{"']/.test(beginning);

const space = 0x20;
const doubleQuote = 0x22;
const percent = 0x25;
const singleQuote = 0x27;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;

const isBracket = (code: number): boolean =>
  code === 0x7b || code === 0x7d || code === 0x5b || code === 0x5d;

/** A single quote elsewhere is an apostrophe. */
const opensString = (before: number): boolean =>
  Number.isNaN(before) ||
  before === 0x7b ||
  before === 0x5b ||
  before === comma ||
  before === colon;

/** The offset after the closing quote, or the end of the line. */
function endOfString(line: string, start: number, quote: number): number {
  const mark = quote === doubleQuote ? '"' : "'";
  for (let end = line.indexOf(mark, start + 1); end !== -1; end = line.indexOf(mark, end + 1)) {
    let escapes = end;
    while (line.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0 || escapes <= start) return end + 1;
  }
  return line.length;
}

function isKey(line: string, end: number): boolean {
  let at = end;
  while (line.charCodeAt(at) <= space) at += 1;
  return line.charCodeAt(at) === colon;
}

const isWordCharacter = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) ||
  (code >= 0x41 && code <= 0x5a) ||
  (code >= 0x61 && code <= 0x7a) ||
  code === 0x2b ||
  code === 0x2d ||
  code === 0x2e ||
  code === 0x5f;

function endOfWord(line: string, start: number): number {
  let end = start + 1;
  while (isWordCharacter(line.charCodeAt(end))) end += 1;
  return end;
}

function kindOfWord(word: string): JsonKind | null {
  if (/^(?:true|false|null)$/.test(word)) return 'word';
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word) ? 'number' : null;
}

/** Positions; `other` is `null` for an unmatched bracket. */
export interface BracketPair {
  readonly bracket: number;
  readonly other: number | null;
}

/** Characters, in whole lines, to search for the other bracket. */
const farthest = 400_000;

const opening = '{[';
const partners: Readonly<Record<string, string>> = { '{': '}', '[': ']', '}': '{', ']': '[' };

/** Ignores brackets in strings. Returns `null` without a bracket or if the other is too far. */
export function bracketsAt(doc: Text, position: number): BracketPair | null {
  const line = doc.lineAt(position);
  const column = position - line.from;
  const beside = [column, column - 1].filter((at) => line.text.charAt(at) in partners);
  const brackets = beside.length === 0 ? [] : bracketsOf(line.text, column - 1, column + 1);
  const here = beside.find((at) => brackets.includes(at));
  if (here === undefined) return null;
  const other = partnerOf(doc, line.number, here);
  return other === undefined ? null : { bracket: line.from + here, other };
}

function bracketsOf(text: string, from: number, to: number): number[] {
  const columns: number[] = [];
  lexJsonLine(text, from, to, (start, _end, kind) => {
    if (kind === 'bracket') columns.push(start);
  });
  return columns;
}

/** `null` if no bracket of the same kind closes it; `undefined` at the search limit. */
function partnerOf(doc: Text, first: number, column: number): number | null | undefined {
  const forward = opening.includes(doc.line(first).text.charAt(column));
  const open: string[] = [];
  let looked = 0;
  for (let number = first; number >= 1 && number <= doc.lines; number += forward ? 1 : -1) {
    const { text, from } = doc.line(number);
    const start = forward && number === first ? column : 0;
    const end = !forward && number === first ? column + 1 : text.length;
    const columns = bracketsOf(text, start, end);
    for (const at of forward ? columns : columns.reverse()) {
      const character = text.charAt(at);
      if (opening.includes(character) === forward) open.push(character);
      else if (open.pop() !== partners[character]) return null;
      if (open.length === 0) return from + at;
    }
    looked += text.length;
    if (looked > farthest) return undefined;
  }
  return null;
}

/** Milliseconds without cursor movement before the search for the other bracket. */
const pause = 60;

const pair = Decoration.mark({ class: 'bracket-pair' });
const alone = Decoration.mark({ class: 'bracket-alone' });

function marksAt(view: EditorView): DecorationSet {
  const { main } = view.state.selection;
  const found = main.empty && view.hasFocus ? bracketsAt(view.state.doc, main.head) : null;
  if (found === null) return Decoration.none;
  const { bracket, other } = found;
  if (other === null) return Decoration.set(alone.range(bracket, bracket + 1));
  return Decoration.set([pair.range(bracket, bracket + 1), pair.range(other, other + 1)], true);
}

/** Delayed, because the other bracket may be at the other end of the text. */
class BracketSearch {
  readonly #view: EditorView;
  marks: DecorationSet = Decoration.none;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
  }

  update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
    if (!docChanged && !selectionSet && !focusChanged) return;
    this.marks = Decoration.none;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.marks = marksAt(this.#view);
      // An empty update shows them.
      if (this.marks.size > 0) this.#view.dispatch({});
    }, pause);
  }

  destroy(): void {
    clearTimeout(this.#timer);
  }
}

const colours = EditorView.theme({
  '.bracket-pair': {
    borderRadius: '2px',
    backgroundColor: 'var(--surface-3)',
    outline: '1px solid var(--line-strong)',
    outlineOffset: '-1px',
  },
  '.bracket-alone': {
    borderRadius: '2px',
    backgroundColor: 'var(--deleted-soft)',
    outline: '1px dashed var(--deleted)',
    outlineOffset: '-1px',
  },
});

const bracketMarks = ViewPlugin.fromClass(BracketSearch, { decorations: ({ marks }) => marks });

export const bracketHelp: Extension = [bracketMarks, colours];

const columns = (text: string): number => /^ */.exec(text)?.[0].length ?? 0;

/** One more level after an open bracket, one less before a closing one. */
const levels = indentService.of((context, position) => {
  const { doc } = context.state;
  const unit = context.state.facet(indentUnit).length;
  const line = doc.lineAt(position);
  const broken = context.simulatedBreak === position;
  let before = broken ? line.text.slice(0, position - line.from) : '';
  for (let number = line.number - 1; before.trim() === '' && number >= 1; number -= 1) {
    before = doc.line(number).text;
  }
  const opens = /[[{]\s*$/.test(before);
  const closes = /^\s*[\]}]/.test(context.textAfterPos(position));
  return Math.max(0, columns(before) + (opens ? unit : 0) - (closes ? unit : 0));
});

export const jsonIndentation: Extension = [
  levels,
  indentOnInput(),
  EditorState.languageData.of(() => [
    { closeBrackets: { brackets: ['{', '[', '"'] }, indentOnInput: /^\s*[\]}]$/ },
  ]),
];
