import { diffArrays } from 'diff';
import { mask, untagged } from '#domain/secrets/masking.ts';

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
const mostChanges = 300;

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
    maxEditLength: mostChanges,
  });
  const same = parts
    ?.filter(({ added, removed }) => !added && !removed)
    .reduce((length, { value }) => length + lengthOf(value.join('')), 0);
  const longer = Math.max(lengthOf(before), lengthOf(after));
  if (parts === undefined || same === undefined || same < longer * leastInCommon) {
    return { before: whole(before, true), after: whole(after, true) };
  }
  return {
    before: pieces(parts.filter(({ added }) => !added)),
    after: pieces(parts.filter(({ removed }) => !removed)),
  };
}

const lengthOf = (text: string): number => text.replace(/\s+/g, '').length;

/** The whole text as one piece. */
export const whole = (text: string, isChanged: boolean): Piece[] =>
  text === '' ? [] : [{ text: untagged(text), isChanged }];

function pieces(
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
