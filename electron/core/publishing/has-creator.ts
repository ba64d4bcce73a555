import { isOpen } from '#domain/journal/entry.ts';
import type { Journal } from '../journal/journal.ts';

/** Whether History gives this webhook to a create whose outcome is known. */
export async function hasCreator(
  journal: Pick<Journal, 'all'>,
  webhook: { readonly connectionId: string; readonly webhookId: number },
): Promise<boolean> {
  const entries = await journal.all(webhook);
  return entries.some(({ action, outcome }) => action === 'create' && !isOpen(outcome));
}
