/** Bytes of a file that is read, at most. Whoever reads one looks at its size before. */
export const fileBytesAtMost = 64 * 1024 * 1024;

/** Webhooks in one file, at most. */
export const rowsAtMost = 100_000;

/** Values in one file, at most: objects, lists, texts, numbers and words. */
export const valuesAtMost = 5_000_000;

/** Values nested deeper than this are refused: the format's own are six levels deep. */
export const deepest = 64;

/** Values in one webhook, at most; a template has one for each of its lines. */
export const valuesInRowAtMost = 200_000;

/** Values outside of the webhooks, at most. */
export const valuesOutsideAtMost = 500_000;
