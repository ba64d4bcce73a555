/** Bytes. Callers check the size of a file before they read it. */
export const maxFileBytes = 64 * 1024 * 1024;

export const maxRows = 100_000;

export const maxValues = 5_000_000;

/** Levels of nesting. The format itself has six. */
export const maxDepth = 64;

/** A payload template has one value per line. */
export const maxValuesInRow = 200_000;

export const maxValuesOutside = 500_000;
