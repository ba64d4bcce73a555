import {
  oddCharacter,
  type OddCharacter,
  typographicDouble,
  typographicSingle,
} from '../json/odd-character.ts';
import { type JsonFault, templateFault } from '../json/scan-json.ts';
import { parseTemplate } from '../parse-template.ts';
import { payloadFix, type TemplateFix } from './finding.ts';
import type { JsonSubject } from './subject.ts';

interface Repair {
  /** The fault that the message names. */
  readonly shownFault: JsonFault;
  readonly fixes: readonly TemplateFix[];
}

/** Finds a change that makes the template JSON; if there is none, one that removes odd characters. */
export function jsonRepair({ template, scan }: JsonSubject, fault: JsonFault): Repair {
  const faultOf = (text: string): JsonFault | null => {
    const tokens = parseTemplate(text).filter((part) => part.kind === 'token');
    return templateFault(text, tokens, null, scan);
  };
  const isJson = (text: string): boolean => faultOf(text) === null;

  const requoted = withDoubleQuotes(template);
  if (requoted !== null && requoted !== template && isJson(requoted)) {
    return { shownFault: fault, fixes: [fix('Use double quotes', template, requoted)] };
  }
  const candidates = replacements(template, scan.from ?? 0)
    .filter(({ text }) => text !== template)
    .map((replacement) => ({ replacement, remaining: faultOf(replacement.text) }));
  const best =
    candidates.find(({ remaining }) => remaining === null) ??
    // The user can repair a later fault next.
    candidates.find(
      ({ remaining }) =>
        isOdd(fault) && (remaining?.at ?? 0) > fault.at && !isOdd(remaining ?? fault),
    );
  if (best !== undefined) {
    const { text, kinds } = best.replacement;
    const at = difference(template, text).start;
    const kind = oddCharacter(template.charAt(at));
    const shownFault = kind === null ? fault : { kind, at, end: at + 1 };
    return { shownFault, fixes: [fix(titleOf(kinds), template, text)] };
  }
  const comma = commaBefore(template, fault.at);
  if (comma !== -1) {
    const text = template.slice(0, comma) + template.slice(comma + 1);
    if (isJson(text))
      return { shownFault: fault, fixes: [fix('Remove the comma', template, text)] };
  }
  return { shownFault: fault, fixes: [] };
}

const isOdd = ({ kind }: JsonFault): boolean =>
  kind === 'typographic-quotes' || kind === 'strange-space' || kind === 'invisible';

/** The template without some odd characters. */
interface Replacement {
  readonly text: string;
  readonly kinds: ReadonlySet<OddCharacter>;
}

function titleOf(kinds: ReadonlySet<OddCharacter>): string {
  if (kinds.has('typographic-quotes')) {
    return kinds.size > 1 ? 'Use straight quotes and plain spaces' : 'Use straight quotes';
  }
  return kinds.has('strange-space') ? 'Use plain spaces' : 'Remove the invisible character';
}

const replacements = (text: string, from: number): Replacement[] =>
  /[^\t-~]/.test(text) ? [withPlainMarks(text, from), withStraightQuotes(text)] : [];

/** Changes odd blanks and quotes between the pieces of JSON. Text in double quotes stays. */
function withPlainMarks(text: string, from: number): Replacement {
  const kinds = new Set<OddCharacter>();
  let plain = text.slice(0, from);
  let at = from;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === '"') {
      const close = closingQuote(text, at);
      const end = close === -1 ? text.length : close + 1;
      plain += text.slice(at, end);
      at = end;
      continue;
    }
    const kind = oddCharacter(character);
    if (kind === null) plain += character;
    else kinds.add(kind);
    if (kind === 'strange-space') plain += ' ';
    if (kind === 'typographic-quotes') {
      const end = endOfTypographic(text, at);
      plain += `"${text.slice(at + 1, end).replaceAll(/(?<!\\)"/g, '\\"')}"`;
      at = end;
    }
    at += 1;
  }
  return { text: plain, kinds };
}

function endOfTypographic(text: string, start: number): number {
  const double = typographicDouble.includes(text.charAt(start));
  const closing = double ? typographicDouble : typographicSingle;
  for (let at = start + 1; at < text.length; at += 1) {
    if (closing.includes(text.charAt(at))) return at;
  }
  return text.length;
}

/** Texts may mix typographic and straight quotes. */
const withStraightQuotes = (text: string): Replacement => ({
  text: text.replaceAll(new RegExp(`[${typographicDouble}]`, 'g'), '"'),
  kinds: new Set<OddCharacter>(['typographic-quotes']),
});

function fix(title: string, before: string, after: string): TemplateFix {
  const { text, ...span } = difference(before, after);
  return payloadFix(title, span, text);
}

function commaBefore(template: string, at: number): number {
  if (template[at] !== '}' && template[at] !== ']') return -1;
  let before = at - 1;
  while (/[ \t\r\n]/.test(template.charAt(before))) before -= 1;
  return template[before] === ',' ? before : -1;
}

/** The range of `before` that differs, and the text of `after` for it. */
function difference(before: string, after: string): { start: number; end: number; text: string } {
  let start = 0;
  while (before[start] === after[start] && start < before.length) start += 1;
  let equalEnd = 0;
  const maxEnd = Math.min(before.length, after.length) - start;
  while (equalEnd < maxEnd && before.at(-1 - equalEnd) === after.at(-1 - equalEnd)) equalEnd += 1;
  const text = after.slice(start, after.length - equalEnd);
  return { start, end: before.length - equalEnd, text };
}

/** Returns `null` when a quote is never closed. Takes linear time. */
export function withDoubleQuotes(text: string): string | null {
  const pieces: string[] = [];
  let copiedTo = 0;
  for (;;) {
    const start = nextQuote(text, copiedTo);
    if (start === -1) return pieces.join('') + text.slice(copiedTo);
    const end = closingQuote(text, start);
    if (end === -1) return null;
    const inner = text.slice(start + 1, end);
    const quoted = text[start] === '"' ? inner : escapedForDoubleQuotes(inner);
    pieces.push(text.slice(copiedTo, start), `"${quoted}"`);
    copiedTo = end + 1;
  }
}

function nextQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27) return at;
  }
  return -1;
}

/** Returns -1 when the quote at `start` is never closed. */
function closingQuote(text: string, start: number): number {
  const quote = text.charCodeAt(start);
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === 0x5c) at += 1;
  }
  return -1;
}

const escapedForDoubleQuotes = (inner: string): string =>
  inner.replaceAll(/\\[^]|"/g, (piece) => {
    if (piece === '"') return '\\"';
    return piece === "\\'" ? "'" : piece;
  });
