import { z } from 'zod';
import { StoredDraft } from '#domain/draft/stored-draft.ts';

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
  const content = Content.safeParse(parsed(Buffer.from(bytes).toString('utf8')));
  return content.success ? content.data.draft : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
