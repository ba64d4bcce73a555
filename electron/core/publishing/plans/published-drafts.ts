import { mergeWebhook } from '#domain/merge/merge.ts';
import type { PlanRow, RowResult } from '#domain/publishing/plan.ts';
import { sameContent } from '#domain/webhook/difference.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import type { Drafts } from '../../drafts/drafts.ts';

/**
 * Removes the draft of a row that is done. One that was edited since the plan began stays, and so does one
 * that would still change something: nothing that a person has typed goes by this.
 */
export async function removePublished(
  drafts: Drafts,
  row: PlanRow,
  { outcome }: Pick<RowResult, 'outcome'>,
  begunAt: Date,
): Promise<void> {
  if (row.draftId === null || (outcome !== 'done' && outcome !== 'unchanged')) return;
  const draft = drafts.get(row.draftId);
  if (draft === undefined || draft.editedAt > begunAt || addsSomething(draft, row)) return;
  await drafts.published(draft);
}

function addsSomething({ base, definition }: StoredDraft, row: PlanRow): boolean {
  if (row.definition === null) return true;
  if (base === null) return !sameContent(definition, row.definition);
  const { merged, conflicts } = mergeWebhook(base, definition, row.definition);
  return conflicts.length > 0 || !sameContent(merged, row.definition);
}

/** Whether a draft was edited after this. */
export function isEditedSince(drafts: Drafts, draftId: string, at: Date): boolean {
  const draft = drafts.get(draftId);
  return draft !== undefined && draft.editedAt > at;
}
