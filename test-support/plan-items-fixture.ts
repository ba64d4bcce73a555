import type { PlanItem } from '#domain/publishing/plan.ts';
import type { VariantId } from '#domain/webhook/variant.ts';
import { definitionOf, emptyDefinition, type Webhook } from '#domain/webhook/webhook.ts';

/** A row that creates a webhook of this name. */
export const createItem = (
  connectionId: string,
  name: string,
  variant: VariantId = 'B',
): PlanItem => ({
  key: name,
  connectionId,
  action: 'create',
  base: null,
  draftId: null,
  draftRevision: null,
  lineage: null,
  undoes: null,
  definition: { ...emptyDefinition(variant), name, url: 'https://new.example.com/' },
});

/** A row that renames a webhook. */
export const renameItem = (connectionId: string, base: Webhook, name: string): PlanItem => ({
  key: name,
  connectionId,
  action: 'update',
  base,
  draftId: null,
  draftRevision: null,
  lineage: null,
  undoes: null,
  definition: { ...definitionOf(base), name },
});

/** A row that deletes a webhook. */
export const deleteItem = (connectionId: string, base: Webhook): PlanItem => ({
  key: `delete ${base.id}`,
  connectionId,
  action: 'delete',
  base,
  definition: null,
  draftId: null,
  draftRevision: null,
  lineage: null,
  undoes: null,
});
