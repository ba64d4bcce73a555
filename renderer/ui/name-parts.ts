import { isShownAsItIs } from './hidden-characters.ts';

interface NameParts {
  /** Shrinks to an ellipsis. */
  readonly head: string;
  /** Stays visible: names of one kind often differ at their end. */
  readonly tail: string;
}

/** Graphemes that fit where any name fits. */
const shortName = 8;
const longestTail = 10;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** `null` for a short name, and for one that needs marks or isolation and so stays in one piece. */
export function nameParts(name: string): NameParts | null {
  if (name.length <= shortName || !isShownAsItIs(name)) return null;
  const parts = Array.from(graphemes.segment(name), ({ segment }) => segment);
  if (parts.length <= shortName) return null;
  const longest = parts.slice(-Math.min(longestTail, Math.floor(parts.length / 2)));
  const tail = longest.join('').trimStart();
  return { head: name.slice(0, name.length - tail.length), tail };
}
