/** The data file cannot be used; it was left as it was. The message is for the person who named it. */
export class DataFileRefused extends Error {
  override readonly name = 'DataFileRefused';
}

const lockedCodes = new Set([5, 6]);
const damagedCodes = new Set([11, 26]);

/** Says what an error of SQLite means for the file; an error from elsewhere is returned as it is. */
export function explain(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') {
    return error;
  }
  // The low byte is the result code, the rest details it: https://sqlite.org/rescode.html
  const code = error.errcode & 0xff;
  if (lockedCodes.has(code)) {
    return new DataFileRefused(`${file} is in use by another process. Stop that one first.`, {
      cause: error,
    });
  }
  if (damagedCodes.has(code)) return damagedFile(file, error);
  return new DataFileRefused(
    `${file} cannot be used: ${error.message}. Check that the folder exists and may be written to.`,
    { cause: error },
  );
}

export function damagedFile(file: string, cause?: unknown): DataFileRefused {
  return new DataFileRefused(
    `${file} is damaged, or not a data file of this service. It was left as it was: ` +
      'restore a copy of it, or name another file.',
    { cause },
  );
}
