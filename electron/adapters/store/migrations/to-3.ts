/** Rows of version 2 have no revision; their checksums stay valid. */
export const toVersion3 = `
  ALTER TABLE journal ADD COLUMN revision INTEGER;
`;
