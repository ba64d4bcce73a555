import type { HeldSource, PrepareEvent } from '#contract/plans.ts';
import type { StoredDraft } from '#domain/draft/stored-draft.ts';
import { plainProblem } from '#domain/problem.ts';
import { changeOfManyWords, itemOfMany } from '#domain/publishing/change-many.ts';
import type { PlanItem, PlanRow } from '#domain/publishing/plan.ts';
import { unaddressableProblem } from '#domain/publishing/publish-problems.ts';
import { blockedRow, type ProposedItem } from '#domain/publishing/decide.ts';
import { isAddressable } from '#domain/webhook/listed.ts';
import type { Drafts } from '../../drafts/drafts.ts';
import type { Snapshots } from '../../installations/snapshots.ts';
import { tooMany } from './plan-problems.ts';
import { matchingEntries, namedEntries, type UndoNeeds, undoItems } from './undo-items.ts';

export interface Items {
  readonly title: string;
  readonly items: readonly ProposedItem[];
  readonly rows: readonly PlanRow[];
}

export interface ItemNeeds extends UndoNeeds {
  readonly drafts: Drafts;
  readonly snapshots: Pick<Snapshots, 'get'>;
}

export async function* itemsOf(
  source: HeldSource,
  needs: ItemNeeds,
  signal?: AbortSignal,
): AsyncGenerator<Extract<PrepareEvent, { kind: 'progress' }>, Items, void> {
  const { drafts, snapshots } = needs;
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
    case 'webhooks': {
      const { connectionId, change } = source;
      const ids = [...new Set(source.webhookIds)];
      const snapshot = snapshots.get(connectionId);
      const items: PlanItem[] = [];
      const rows: PlanRow[] = [];
      for (const id of ids) {
        const base = snapshot?.webhooks.get(id);
        const defect = snapshot?.idDefects.get(id);
        if (base !== undefined && isAddressable(base)) {
          items.push(itemOfMany(connectionId, base, change));
        } else if (defect !== undefined) {
          rows.push(blockedRow(itemWithoutBase(connectionId, id), unaddressableProblem(defect)));
        } else rows.push(missingRow(connectionId, id));
      }
      return { title: counted(changeOfManyWords[change], ids.length, 'webhook'), items, rows };
    }
  }
}

const itemOfDraft = ({ id, connectionId, base, definition, revision }: StoredDraft): PlanItem => ({
  key: id,
  connectionId: connectionId ?? '',
  action: base === null ? 'create' : 'update',
  base,
  definition,
  draftId: id,
  draftRevision: revision,
  undoes: null,
});

function missingRow(connectionId: string, id: number): PlanRow {
  const problem = plainProblem(
    'refused',
    `The webhook with the id ${id} is not in the list that was last read.`,
    'Refresh the list and select again.',
  );
  return blockedRow(itemWithoutBase(connectionId, id), problem);
}

const itemWithoutBase = (connectionId: string, id: number): PlanItem => ({
  key: `chosen/${id}`,
  connectionId,
  action: 'update',
  base: null,
  definition: null,
  draftId: null,
  draftRevision: null,
  undoes: null,
});

const counted = (verb: string, count: number, what: string): string =>
  `${verb} ${count} ${count === 1 ? what : `${what}s`}`;
