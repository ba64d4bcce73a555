/**
 * Whether a piece of a path or a query looks like a key that somebody drew by chance: 16 or more
 * letters and digits in a row, both of them there, or a UUID. Words and short numbers are none.
 */
export const looksRandom = (text: string): boolean =>
  uuid.test(text) || (text.match(/[A-Za-z0-9]{16,}/g) ?? []).some(isMixed);

const uuid = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;
const isMixed = (run: string): boolean => /[0-9]/.test(run) && /[A-Za-z]/.test(run);
