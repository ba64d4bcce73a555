const longestName = 200;

/** For reports about rows that the schema may refuse; empty if the row has no text as its name. */
export function nameOfUncheckedRow(row: unknown): string {
  if (typeof row !== 'object' || row === null || !('name' in row)) return '';
  return typeof row.name === 'string' ? row.name.slice(0, longestName) : '';
}
