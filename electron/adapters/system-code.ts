/** Such as `EROFS`; `none` for an error without a code. */
export const systemCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'none';

export const isSystemError = (error: unknown): boolean => systemCode(error) !== 'none';
