/** Whether a text contains another one in any case. `lowerCase` is in lower case. */
export const containsText = (text: string, lowerCase: string): boolean =>
  text.toLowerCase().includes(lowerCase);

/**
 * The filter of every list: returns a test for texts that have each word of the filter, in any order and
 * case. Returns `null` for a filter without words, which matches every text.
 */
export function textFilter(filter: string): ((text: string) => boolean) | null {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return (text) => {
    const lowerCase = text.toLowerCase();
    return words.every((word) => lowerCase.includes(word));
  };
}
