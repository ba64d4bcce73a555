/** The draft that a journal entry publishes, to find what became of each draft. Older rows have none. */
export const toVersion4 = `
  ALTER TABLE journal ADD COLUMN draft_id TEXT;
  CREATE INDEX journal_of_draft ON journal (draft_id, sequence) WHERE draft_id IS NOT NULL;
`;
