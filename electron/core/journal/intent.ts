import type { JournalEntry } from '#domain/journal/entry.ts';
import { contentKey } from '#domain/webhook/difference.ts';

/** What a request changes. Intents with a common part must not run at once. */
export type Intent = Pick<
  JournalEntry,
  'action' | 'connectionId' | 'webhookId' | 'meant' | 'planId' | 'lineage' | 'undoes'
>;

/** Rows of the same `plan` may share the part; with `null`, no other intent may. */
export interface IntentPart {
  readonly name: string;
  readonly plan: string | null;
}

/** Only creates without a draft are recognised by their content: a duplicated draft is wanted twice. */
export function partsOf(intent: Intent): IntentPart[] {
  const { action, connectionId, webhookId, meant, planId, lineage, undoes } = intent;
  const part = (name: string, plan: string | null = null): IntentPart => ({ name, plan });
  const isCopy = action === 'create' && lineage === null && meant !== null;
  return [
    ...(webhookId === null ? [] : [part(`webhook ${connectionId} ${webhookId}`)]),
    ...(lineage === null ? [] : [part(`lineage ${lineage} on ${connectionId}`)]),
    ...(undoes === null ? [] : [part(`undo ${undoes}`)]),
    ...(isCopy ? [part(`create on ${connectionId} ${contentKey(meant)}`, planId)] : []),
  ];
}

export const clash = (a: IntentPart, b: IntentPart): boolean =>
  a.name === b.name && (a.plan === null || a.plan !== b.plan);
