import type { PlanItem } from '#domain/publishing/plan.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import { createItem, deleteItem, renameItem } from '#test-support/plan-items-fixture.ts';

/** Number of equal creates. */
export const twins = 6;

/**
 * Fifty rows for an installation with 30 webhooks, mixed: 20 creates, some of them equal, 20
 * renames and 10 deletes.
 */
export function fiftyRows(connectionId: string, held: readonly Webhook[]): PlanItem[] {
  const creates = Array.from({ length: 20 }, (_, index) => ({
    ...createItem(connectionId, index < twins ? 'Twin' : `New ${index}`),
    key: `create ${index}`,
  }));
  const updates = held
    .slice(0, 20)
    .map((base) => renameItem(connectionId, base, `Renamed ${base.id}`));
  const deletes = held.slice(20, 30).map((base) => deleteItem(connectionId, base));
  const all = [...creates, ...updates, ...deletes];
  // 7 and 50 have no common divisor, so each row comes once.
  return all.map((_, index) => all[(index * 7) % all.length]).filter((row) => row !== undefined);
}
