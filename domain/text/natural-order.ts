/** Letters with their marks, such as accents, which do not count in an order. */
const marks = /\p{Mark}/gu;

const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * The text by which names sort everywhere, with `<`: without case and accents, and numbers by value. Each number
 * gets its count of digits before it.
 */
export function naturalOrder(text: string): string {
  const lower = text.toLowerCase();
  const letters = isAscii(lower) ? lower : lower.normalize('NFKD').replace(marks, '');
  return letters.replace(
    /0*(\d+)/g,
    (_, digits: string) => String.fromCharCode(0x2f + digits.length) + digits,
  );
}

/** Negative when `a` comes first. Equal texts of another case or accent keep an order. */
export function compareNaturally(a: string, b: string): number {
  const [first, second] = [naturalOrder(a), naturalOrder(b)];
  if (first !== second) return first < second ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}
