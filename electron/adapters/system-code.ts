/** The system's code of an error, such as `EROFS`; `none` where it has none. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'none';
