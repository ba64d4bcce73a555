import { plainProblem } from '#domain/problem.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import { blankItem } from '#domain/publishing/plan.ts';
import { SecretInWebhook, shownRotation } from '#domain/rotation/secret-in-webhook.ts';
import { definitionOf, type Webhook } from '#domain/webhook/webhook.ts';

export const blankRotation = (connectionId: string, id: number | string): ProposedItem =>
  blankItem(connectionId, `rotated/${connectionId}/${id}`, 'update');

/** `null` when replacing would form the old value again. */
export function rotatedItem(
  connectionId: string,
  base: Webhook,
  old: string,
  next: string,
): ProposedItem | null {
  const definition = new SecretInWebhook(old).replaced(definitionOf(base), next);
  if (definition === null) return null;
  return {
    ...blankRotation(connectionId, base.id),
    base,
    definition,
    shownAs: shownRotation(base, definition, old, next),
  };
}

export const formsOldValue = plainProblem(
  'refused',
  'The new value and the text around it form the old value again.',
  'Edit this webhook separately.',
);
