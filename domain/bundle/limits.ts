/** Bytes. Callers check the size of a file before they read it. */
export const fileBytesAtMost = 64 * 1024 * 1024;

export const rowsAtMost = 100_000;

export const valuesAtMost = 5_000_000;

/** Levels of nesting. The format itself has six. */
export const deepest = 64;

/** A payload template has one value per line. */
export const valuesInRowAtMost = 200_000;

export const valuesOutsideAtMost = 500_000;
