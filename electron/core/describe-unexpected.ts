/** Name, code, stack and causes of an error. Omits messages, which may contain what a person entered. */
export function describeUnexpected(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`;
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const frames = (error.stack ?? '')
    .replace(error.message, '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line));
  const cause = error.cause === undefined ? '' : `\ncaused by ${describeUnexpected(error.cause)}`;
  return [`${error.name}${code}`, ...frames].join('\n') + cause;
}
