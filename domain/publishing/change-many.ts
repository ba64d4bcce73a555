import { z } from 'zod';
import type { Webhook } from '../webhook/webhook.ts';
import type { ProposedItem } from './decide-row.ts';
import { blankItem, webhookRowKey } from './plan.ts';
import { type EditedWebhook, WebhookEdit } from './edit-many.ts';

const edits = z.array(WebhookEdit).min(1).max(50);

/** One change of all selected webhooks: their deletion, or edits in their order. */
export const ChangeOfMany = z.union([z.literal('delete'), edits]);
export type ChangeOfMany = z.infer<typeof ChangeOfMany>;

/** The changes with a command of their own. */
export const namedChanges = {
  'turn-on': [{ kind: 'field', field: 'enabled', value: true }],
  'turn-off': [{ kind: 'field', field: 'enabled', value: false }],
  delete: 'delete',
} satisfies Record<string, ChangeOfMany>;
export type NamedChange = keyof typeof namedChanges;

export const namedChangeWords: Record<NamedChange, string> = {
  'turn-on': 'Enable',
  'turn-off': 'Disable',
  delete: 'Delete',
};

/** Such as `Enable`, for titles. */
export function verbOfChange(change: ChangeOfMany): string {
  if (change === 'delete') return namedChangeWords.delete;
  const [edit, ...others] = change;
  const isSwitch = edit?.kind === 'field' && edit.field === 'enabled' && others.length === 0;
  if (!isSwitch) return 'Edit';
  return namedChangeWords[edit.value === true ? 'turn-on' : 'turn-off'];
}

export const itemToDelete = (connectionId: string, base: Webhook): ProposedItem => ({
  ...blankItem(connectionId, webhookRowKey(connectionId, base.id), 'delete'),
  base,
});

export function itemToEdit(
  connectionId: string,
  base: Webhook,
  { definition, notes }: EditedWebhook,
): ProposedItem {
  return {
    ...blankItem(connectionId, webhookRowKey(connectionId, base.id), 'update'),
    base,
    definition,
    reasons: notes,
  };
}
