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

/**
 * Compares texts for one sort, which finds the order of each text once. Negative when `a` comes first. Equal texts of
 * another case or accent keep an order.
 */
export function naturalComparison(): (a: string, b: string) => number {
  const orders = new Map<string, string>();
  const orderOf = (text: string): string => {
    const cached = orders.get(text);
    if (cached !== undefined) return cached;
    const order = naturalOrder(text);
    orders.set(text, order);
    return order;
  };
  return (a, b) => {
    if (a === b) return 0;
    const [first, second] = [orderOf(a), orderOf(b)];
    if (first !== second) return first < second ? -1 : 1;
    return a < b ? -1 : 1;
  };
}
