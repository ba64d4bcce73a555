/** Older rows have neither column. `draft_revision` keeps revisions unique across restarts. */
export const toVersion4 = `
  ALTER TABLE journal ADD COLUMN draft_id TEXT;
  ALTER TABLE journal ADD COLUMN draft_revision INTEGER;
  CREATE INDEX journal_of_draft ON journal (draft_id, sequence) WHERE draft_id IS NOT NULL;
  CREATE INDEX journal_draft_revision ON journal (draft_revision)
    WHERE draft_revision IS NOT NULL;
`;
