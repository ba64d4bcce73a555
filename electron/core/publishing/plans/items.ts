import type { HeldSource, PrepareEvent } from '#contract/plans.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import {
  itemToDelete,
  itemToEdit,
  keyOfMany,
  verbOfChange,
} from '#domain/publishing/change-many.ts';
import { blankItem, type PlanItem, type PlanRow } from '#domain/publishing/plan.ts';
import { secretsOfEdits } from '#domain/publishing/edit-many.ts';
import {
  blockedRow,
  changedSinceSelected,
  type ProposedItem,
} from '#domain/publishing/decide-row.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { Comparisons } from '../../comparison/comparisons.ts';
import type { Rotations } from '../../rotation/rotations.ts';
import type { ReplacedValue } from '../../store-ports.ts';
import { editedWebhooks } from './edited-webhooks.ts';
import { tooMany } from './plan-problems.ts';
import { matchingEntries, namedEntries, undoItems } from './undo-items.ts';
import type { Parts } from '../../parts.ts';

export interface Items {
  readonly title: string;
  readonly items: readonly ProposedItem[];
  readonly rows: readonly PlanRow[];
  readonly rotates?: ReplacedValue;
  /** Items of a list that was just read, in place of those of its installation. */
  readonly itemsIn?: (
    connectionId: string,
    webhooks: readonly ListedWebhook[],
  ) => readonly ProposedItem[];
}

export interface ItemNeeds extends Parts {
  readonly comparisons: Comparisons;
  readonly rotations: Rotations;
}

export async function* itemsOf(
  source: HeldSource,
  needs: ItemNeeds,
  signal?: AbortSignal,
): AsyncGenerator<Extract<PrepareEvent, { kind: 'progress' }>, Items, void> {
  const { drafts } = needs;
  const refusal = tooMany(source);
  if (refusal !== null) throw refusal;
  switch (source.kind) {
    case 'drafts': {
      const items = [...new Set(source.draftIds)].map((id) => itemOfDraft(drafts.find(id)));
      return { title: counted('Publish', items.length, 'draft'), items, rows: [] };
    }
    case 'undo':
    case 'undo-matching': {
      const entries =
        source.kind === 'undo'
          ? await namedEntries(needs, source.entryIds, signal)
          : yield* matchingEntries(needs, source, signal);
      const title = counted('Undo', entries.length, 'change');
      return { title, ...(await undoItems(needs, entries, signal)) };
    }
    case 'items': {
      const { items } = source;
      return { title: counted('Publish', items.length, 'change'), items, rows: [] };
    }
    case 'comparison':
      return needs.comparisons.items(source);
    case 'rotation': {
      const { searchId } = source;
      const { items, rows } = await needs.rotations.itemsOf(searchId, signal);
      return {
        title: counted('Rotate a secret in', items.length + rows.length, 'webhook'),
        items,
        rows,
        rotates: needs.rotations.replaced(searchId),
        itemsIn: (connectionId, webhooks) =>
          needs.rotations.itemsIn(searchId, connectionId, webhooks),
      };
    }
    case 'webhooks': {
      const { selection, change } = source;
      const edits = change === 'delete' ? [] : change;
      needs.ports.secretsInUse.add(secretsOfEdits(edits));
      const items: ProposedItem[] = [];
      const rows: PlanRow[] = [];
      for await (const part of editedWebhooks(needs, selection, edits, signal)) {
        for (const { connectionId, id, digest, found } of part) {
          const seen = { digest, otherwise: changedSinceSelected };
          if (found.kind === 'missing') {
            const item = blankItem(connectionId, keyOfMany(connectionId, id), 'update');
            rows.push(blockedRow(item, found.problem));
          } else if (change === 'delete') {
            items.push({ ...itemToDelete(connectionId, found.base), seen });
          } else {
            items.push({ ...itemToEdit(connectionId, found.base, found.edited), seen });
          }
        }
      }
      const count = items.length + rows.length;
      return { title: counted(verbOfChange(change), count, 'webhook'), items, rows };
    }
  }
}

const itemOfDraft = ({
  id,
  lineage,
  connectionId,
  base,
  definition,
  revision,
}: StoredDraft): PlanItem => ({
  key: id,
  connectionId: connectionId ?? '',
  action: base === null ? 'create' : 'update',
  base,
  definition,
  draftId: id,
  draftRevision: revision,
  lineage,
  undoes: null,
});

const counted = (verb: string, count: number, what: string): string =>
  `${verb} ${count} ${count === 1 ? what : `${what}s`}`;
