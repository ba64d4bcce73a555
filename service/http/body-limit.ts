/** Default for the largest request body, in bytes. */
export const bodyLimit = 1024 * 1024;
