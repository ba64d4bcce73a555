import { diffArrays, diffLines } from 'diff';
import { mask, untagged } from '#domain/secrets/masking.ts';
import { formatTemplate } from '#domain/template/format-template.ts';

/** A part of a value; its secrets are masked. */
export interface Piece {
  readonly text: string;
  readonly isChanged: boolean;
}

interface Pieces {
  readonly before: readonly Piece[];
  readonly after: readonly Piece[];
}

/** Words that are added or deleted; with more, the whole values are marked. */
const mostChangedWords = 300;

/** The share of the longer value that both values have; with less, all of both counts as changed. */
const leastInCommon = 0.5;

/** A masked secret with its tag, a placeholder, a word, white space, or one other character. */
const words = new RegExp(
  String.raw`${mask}[\ufffe\uffff]*|%\w+%|[\p{L}\p{M}\p{N}_\u200c\u200d]+|\s+|\p{RGI_Emoji}|.`,
  'gsv',
);

/** Marks the words that differ. Tags of masked secrets count as parts of their words. */
export function byWord(before: string, after: string): Pieces {
  const parts = diffArrays(before.match(words) ?? [], after.match(words) ?? [], {
    maxEditLength: mostChangedWords,
  });
  const same = parts
    ?.filter(({ added, removed }) => !added && !removed)
    .reduce((length, { value }) => length + lengthOf(value.join('')), 0);
  const longer = Math.max(lengthOf(before), lengthOf(after));
  if (parts === undefined || same === undefined || same < longer * leastInCommon) {
    return { before: whole(before, true), after: whole(after, true) };
  }
  return {
    before: piecesOf(parts.filter(({ added }) => !added)),
    after: piecesOf(parts.filter(({ removed }) => !removed)),
  };
}

const lengthOf = (text: string): number => text.replace(/\s+/g, '').length;

/** The whole text as one piece. */
const whole = (text: string, isChanged: boolean): Piece[] =>
  text === '' ? [] : [{ text: untagged(text), isChanged }];

function piecesOf(
  parts: readonly { value: readonly string[]; added: boolean; removed: boolean }[],
): Piece[] {
  const found: { text: string; isChanged: boolean }[] = [];
  for (const [index, { value, added, removed }] of parts.entries()) {
    const text = value.join('');
    // White space between two changes would cut one mark into many.
    const isBetween = text.trim() === '' && index > 0 && index < parts.length - 1;
    const isChanged = added || removed || isBetween;
    const last = found.at(-1);
    if (last?.isChanged === isChanged) last.text += text;
    else found.push({ text, isChanged });
  }
  return found.map(({ text, isChanged }) => ({ text: untagged(text), isChanged }));
}

/** A line of a compared text; its secrets are masked. */
export interface Line {
  readonly kind: 'added' | 'deleted' | 'same';
  readonly pieces: readonly Piece[];
}

/** Lines that are added or deleted; with more, the two texts stand one after the other. */
const mostChangedLines = 1_000;

/** JSON in the same layout, if at least one of the texts has another layout, and the content differs. */
export function inOneLayout(before: string, after: string): [string, string] | null {
  const [old, now] = [formatTemplate(before), formatTemplate(after)];
  if (old.kind !== 'formatted' || now.kind !== 'formatted' || old.text === now.text) return null;
  return old.text === before && now.text === after ? null : [old.text, now.text];
}

/** Compares line by line, and each changed line by word with the line that it replaces. */
export function lineChanges(before: string, after: string): Line[] {
  const parts = diffLines(before, after, { maxEditLength: mostChangedLines });
  if (parts === undefined) {
    return [...unpaired(linesOf(before), 'deleted'), ...unpaired(linesOf(after), 'added')];
  }
  const lines: Line[] = [];
  let deleted: string[] = [];
  for (const { added, removed, value } of parts) {
    const own = linesOf(value);
    if (removed) {
      deleted = own;
      continue;
    }
    lines.push(...(added ? paired(deleted, own) : unpaired(deleted, 'deleted')));
    if (!added) lines.push(...unpaired(own, 'same'));
    deleted = [];
  }
  return [...lines, ...unpaired(deleted, 'deleted')];
}

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

const unpaired = (lines: readonly string[], kind: Line['kind']): Line[] =>
  lines.map((text) => ({ kind, pieces: whole(text, false) }));

function paired(deleted: readonly string[], added: readonly string[]): Line[] {
  // The sign and colour of a line mark it whole.
  const inWords = (pieces: readonly Piece[], text: string): readonly Piece[] =>
    pieces.length === 1 ? whole(text, false) : pieces;
  const pairs = deleted
    .slice(0, added.length)
    .map((text, index) => byWord(text, added[index] ?? ''));
  const linesWith = (
    side: 'before' | 'after',
    kind: Line['kind'],
    lines: readonly string[],
  ): Line[] =>
    lines.map((text, index) => ({
      kind,
      pieces: inWords(pairs[index]?.[side] ?? whole(text, false), text),
    }));
  return [...linesWith('before', 'deleted', deleted), ...linesWith('after', 'added', added)];
}
