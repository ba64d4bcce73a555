/** The code of an error, of the system (`EROFS`) or of Node (`ERR_…`); `none` for an error without a code. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'none';

/** Whether the system or Node refused something; an error without a code is a mistake of ours. */
export const hasErrorCode = (error: unknown): boolean => errorCode(error) !== 'none';
