/**
 * The revision of a journal entry, so that an older one never takes the place of a newer one. Rows that
 * version 2 wrote have none, and their checksums stay as they are.
 */
export const toVersion3 = `
  ALTER TABLE journal ADD COLUMN revision INTEGER;
`;
