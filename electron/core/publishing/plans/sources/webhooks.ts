import type { SourceOf } from '#contract/plans.ts';
import { itemToDelete, itemToEdit, verbOfChange } from '#domain/publishing/change-many.ts';
import { changedSinceSelected, type ProposedItem } from '#domain/publishing/decide-row.ts';
import { secretsOfEdits } from '#domain/publishing/edit-many.ts';
import { blankItem, webhookRowKey } from '#domain/publishing/plan.ts';
import type { Parts } from '../../../parts.ts';
import { type Proposal, proposalOf, type Proposing } from '../../../preparing/proposal.ts';
import { editedWebhooks, type SelectedWebhook } from '../edited-webhooks.ts';
import { refusalOfSelection } from '../plan-problems.ts';
import { counted } from '#domain/text/wording.ts';

/** Edits, enables, disables or deletes the selected webhooks. */
export async function proposeWebhooks(
  parts: Parts,
  { selection, change }: SourceOf<'webhooks'>,
  { signal }: Proposing,
): Promise<Proposal> {
  const refusal = refusalOfSelection(selection);
  if (refusal !== null) throw refusal;
  const edits = change === 'delete' ? [] : change;
  parts.ports.secretsInUse.add(secretsOfEdits(edits));
  const items: ProposedItem[] = [];
  for await (const part of editedWebhooks(parts, selection, edits, signal)) {
    for (const selected of part) items.push(itemOf(selected, change));
  }
  return proposalOf(`${verbOfChange(change)} ${counted(items.length, 'webhook')}`, items);
}

function itemOf(
  { connectionId, id, digest, found }: SelectedWebhook,
  change: SourceOf<'webhooks'>['change'],
): ProposedItem {
  if (found.kind === 'missing') {
    const { problem } = found;
    return { ...blankItem(connectionId, webhookRowKey(connectionId, id), 'update'), problem };
  }
  const { base, edited } = found;
  const item =
    change === 'delete' ? itemToDelete(connectionId, base) : itemToEdit(connectionId, base, edited);
  return { ...item, seen: { digest, otherwise: changedSinceSelected } };
}
