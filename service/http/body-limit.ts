/** Largest body of a request until told otherwise, in bytes. */
export const bodyLimit = 1024 * 1024;
