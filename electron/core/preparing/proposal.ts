import type { BoundSecret } from '#contract/bundle-import.ts';
import type { PrepareProgress } from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { ReplacedValue } from '../store-ports.ts';
import type { GivenSecret } from '../plan-ports.ts';
import type { RowSource } from './decided-rows.ts';

/** A plan as its source proposes it: title, rows and installations. Nothing was sent and no list was read. */
export interface Proposal {
  /** @param count `null` while rows are being chosen */
  readonly titleFor: (count: number | null) => string;
  /** `null` when the source began the plan on the bundle thread. */
  readonly rows: RowSource | null;
  /** Installations whose lists decide the rows. */
  readonly connectionIds: readonly string[];
  /** Installations that need no list, because nothing can be sent to them. */
  readonly blocked?: ReadonlyMap<string, Problem>;
  readonly rotates?: ReplacedValue;
  /** Id of the plan whose changes all rows together undo. */
  readonly undoesPlan?: string;
  /** Awaited before the plan begins. @returns a function that undoes it when the plan cannot begin */
  readonly beforeRun?: (rows: readonly PlanRow[]) => Promise<() => Promise<void>>;
  /** Secrets in the vault; a source without them asks for none. */
  readonly remembered?: RememberedValues;
}

/** The secrets that the vault remembers for the webhooks of a file. */
export interface RememberedValues {
  of(connectionId: string): Promise<readonly GivenSecret[]>;
  keep(connectionId: string, secret: BoundSecret & { readonly value: string }): Promise<void>;
}

/** What a plan source gets to make its proposal. */
export interface Proposing {
  readonly planId: string;
  readonly report: (progress: PrepareProgress) => void;
  readonly signal: AbortSignal;
}

export const progressOf = (
  progress: Partial<PrepareProgress> & Pick<PrepareProgress, 'connectionId'>,
): PrepareProgress => ({
  kind: 'progress',
  step: 'waiting',
  read: 0,
  total: null,
  unaddressable: 0,
  problem: null,
  ...progress,
});

/** A plan of these items, on the installations that they name. @param ofList replaces the items of a list that was read */
export function proposalOf(
  title: string,
  items: readonly ProposedItem[],
  ofList?: (connectionId: string, webhooks: readonly ListedWebhook[]) => readonly ProposedItem[],
): Proposal {
  const byConnection = Map.groupBy(items, ({ connectionId }) => connectionId);
  const itemsOf = (connectionId: string): readonly ProposedItem[] =>
    byConnection.get(connectionId) ?? [];
  const blocked = new Map<string, Problem>();
  for (const [connectionId, itsItems] of byConnection) {
    const problems = itsItems.flatMap(({ problem }) => problem ?? []);
    const [first] = problems;
    const areAllBlocked = problems.length === itsItems.length;
    if (first !== undefined && areAllBlocked) blocked.set(connectionId, first);
  }
  return {
    titleFor: () => title,
    rows: {
      followsAnswers: false,
      propose: (connectionId, read) =>
        read === null || ofList === undefined
          ? itemsOf(connectionId)
          : ofList(connectionId, read.webhooks),
    },
    connectionIds: [...byConnection.keys()].filter((id) => !blocked.has(id)),
    blocked,
  };
}
