/** Bytes of a bundle. Callers check the size of a file before they read it. */
export const maxFileBytes = 64 * 1024 * 1024;

/** A webhook of a folder has at most two files: its definition and its template. */
export const maxFolderFiles = 50_000;

/** Webhooks of a bundle. */
export const maxRows = 100_000;

/** Texts, numbers, lists and other values of a whole file. `guard-json.ts` counts them while it reads. */
export const maxJsonValues = 5_000_000;

/** Levels of nesting. The format itself has six. */
export const maxDepth = 64;

/** A template may be a list of its lines, and each line is a value. */
export const maxJsonValuesPerWebhook = 200_000;

export const maxJsonValuesOutsideWebhooks = 500_000;
