import { z } from 'zod';
import { StoredDraft } from '#domain/draft/stored-draft.ts';
import { parsed } from './sealed-json.ts';

/** What is sealed of a draft: its content as JSON, with the version of that. */
const Content = z.object({
  version: z.literal(1),
  draft: StoredDraft.extend({
    editedAt: z.iso.datetime().transform((text) => new Date(text)),
  }),
});

export function toBytes(draft: StoredDraft): Uint8Array {
  const editedAt = draft.editedAt.toISOString();
  return Buffer.from(JSON.stringify({ version: 1, draft: { ...draft, editedAt } }));
}

/** `null` where it is no draft that this Hookdesk knows. */
export function fromBytes(bytes: Uint8Array): StoredDraft | null {
  const content = Content.safeParse(parsed(bytes));
  return content.success ? content.data.draft : null;
}
