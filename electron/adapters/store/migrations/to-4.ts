/**
 * The draft that a journal entry publishes, to find what became of each draft, and its revision, so that
 * none is given twice. Older rows have neither.
 */
export const toVersion4 = `
  ALTER TABLE journal ADD COLUMN draft_id TEXT;
  ALTER TABLE journal ADD COLUMN draft_revision INTEGER;
  CREATE INDEX journal_of_draft ON journal (draft_id, sequence) WHERE draft_id IS NOT NULL;
  CREATE INDEX journal_draft_revision ON journal (draft_revision)
    WHERE draft_revision IS NOT NULL;
`;
