import type { BoundSecret } from '#contract/bundle-import.ts';
import type { PrepareProgress } from '#contract/plans.ts';
import type { Problem } from '#domain/problem.ts';
import type { ProposedItem } from '#domain/publishing/decide-row.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type { ReplacedValue } from '../store-ports.ts';
import type { GivenSecret } from '../plan-ports.ts';
import type { RowSource } from './plan-rows.ts';

/** What a source says about its plan. Nothing was sent and no list was read. */
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
  /** Secrets in the vault; a source without them asks for none. */
  readonly remembered?: RememberedValues;
}

export interface RememberedValues {
  of(connectionId: string): Promise<readonly GivenSecret[]>;
  keep(connectionId: string, secret: BoundSecret & { readonly value: string }): Promise<void>;
}

/** How a source is asked. */
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
  for (const [connectionId, its] of byConnection) {
    const problems = its.flatMap(({ problem }) => problem ?? []);
    const [first] = problems;
    if (first !== undefined && problems.length === its.length) blocked.set(connectionId, first);
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

/** Such as `Publish 2 drafts`. */
export const counted = (verb: string, count: number, what: string): string =>
  `${verb} ${count} ${count === 1 ? what : `${what}s`}`;
