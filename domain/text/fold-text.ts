/** What filters and searches compare of a text: they ignore case, but not accents or forms of a letter (ß, ss). */
export const foldText = (text: string): string => text.toLowerCase();

/** Whether a text contains another one. `folded` is a result of `foldText`. */
export const containsText = (text: string, folded: string): boolean =>
  foldText(text).includes(folded);

/**
 * The filter of every list: returns a test for texts that have each word of the filter, in any order and
 * case. Returns `null` for a filter without words, which matches every text.
 */
export function textFilter(filter: string): ((text: string) => boolean) | null {
  const words = foldText(filter).split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return (text) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
}
