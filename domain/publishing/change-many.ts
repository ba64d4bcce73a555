import { z } from 'zod';
import { definitionOf, type Webhook } from '../webhook/webhook.ts';
import type { PlanItem } from './plan.ts';

export const ChangeOfMany = z.enum(['turn-on', 'turn-off', 'delete']);
export type ChangeOfMany = z.infer<typeof ChangeOfMany>;

export const changeOfManyWords: Record<ChangeOfMany, string> = {
  'turn-on': 'Enable',
  'turn-off': 'Disable',
  delete: 'Delete',
};

export function itemOfMany(connectionId: string, base: Webhook, change: ChangeOfMany): PlanItem {
  const item = {
    key: `chosen/${base.id}`,
    connectionId,
    base,
    draftId: null,
    draftRevision: null,
    undoes: null,
  };
  return change === 'delete'
    ? { ...item, action: 'delete', definition: null }
    : {
        ...item,
        action: 'update',
        definition: { ...definitionOf(base), enabled: change === 'turn-on' },
      };
}
