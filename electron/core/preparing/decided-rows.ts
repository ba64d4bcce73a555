import { type PlanRowView, rowView } from '#contract/plans.ts';
import {
  blockedRow,
  decideRow,
  type ProposedItem,
  type RowSecrets,
} from '#domain/publishing/decide-row.ts';
import {
  type InstallationList,
  installationList,
  listFor,
} from '#domain/publishing/installation-list.ts';
import type { PlanRow, RowAnswers } from '#domain/publishing/plan.ts';
import type { ListedWebhook } from '#domain/webhook/listed.ts';
import type {
  RowChanges,
  DecisionScope,
  PartOfRows,
  PlanAnswers,
  RowHolder,
  TargetInstallation,
} from '../plan-ports.ts';

const itemsPerTurn = 100;

/** An installation whose list was read for a plan. */
export interface ReadInstallation {
  /** SHA-256 of the API root. */
  readonly fingerprint: string;
  readonly list: InstallationList;
  /** With those that the list cannot address. */
  readonly webhooks: readonly ListedWebhook[];
}

/** Proposes the rows of a plan. */
export interface RowSource {
  /** Whether the items depend on the answers, as when rows are paired with webhooks. */
  readonly followsAnswers: boolean;
  /**
   * Sends nothing. It may note what a list shows: a pause, that others enabled its webhooks.
   * @param read `null` when the installation was not read: the items that are known without its list
   */
  propose(
    connectionId: string,
    read: ReadInstallation | null,
    answers: PlanAnswers,
  ): readonly ProposedItem[];
}

interface Target {
  readonly installation: TargetInstallation;
  webhooks: ListedWebhook[];
  list: InstallationList | null;
  items: readonly ProposedItem[] | null;
  /** Of its rows, in their order. */
  keys: readonly string[];
  /** Keys of rows that the last decision added or changed. */
  changed: readonly string[];
}

interface DecidedRow {
  readonly item: ProposedItem;
  readonly answers: RowAnswers;
  readonly secrets: RowSecrets | undefined;
  readonly row: PlanRow;
}

const noAnswers: RowAnswers = {};

/** The rows of one plan by their keys, in the host or on the bundle thread. */
class PlanRows {
  readonly #source: RowSource;
  readonly #pause: () => Promise<void>;
  readonly #targets = new Map<string, Target>();
  readonly #rows = new Map<string, DecidedRow>();
  #isForgotten = false;

  /** @param pause lets other work run between parts */
  constructor(source: RowSource, pause: () => Promise<void>) {
    this.#source = source;
    this.#pause = pause;
  }

  addTarget(installation: TargetInstallation): void {
    const empty = { webhooks: [], list: null, items: null, keys: [], changed: [] };
    this.#targets.set(installation.connectionId, { installation, ...empty });
  }

  addLive(connectionId: string, webhooks: readonly ListedWebhook[]): void {
    const target = this.#targets.get(connectionId);
    for (const webhook of webhooks) target?.webhooks.push(webhook);
  }

  async decide(scope: DecisionScope, answers: PlanAnswers): Promise<RowChanges[] | null> {
    const connectionIds =
      'keys' in scope
        ? new Set(scope.keys.map((key) => this.#rows.get(key)?.row.connectionId))
        : [scope.connectionId];
    const changes: RowChanges[] = [];
    for (const connectionId of connectionIds) {
      const itsChanges = await this.#decideOn(connectionId ?? '', answers);
      if (itsChanges === null) return null;
      changes.push(itsChanges);
    }
    return changes;
  }

  changedRows({ connectionId, from, count }: PartOfRows): PlanRowView[] {
    const keys = this.#targets.get(connectionId)?.changed ?? [];
    return this.#rowsOf(keys.slice(from, from + count)).map(viewOf);
  }

  rows({ connectionId, from, count }: PartOfRows): PlanRow[] {
    const keys = this.#targets.get(connectionId)?.keys ?? [];
    return this.#rowsOf(keys.slice(from, from + count)).map(({ row }) => row);
  }

  row(key: string): PlanRow | null {
    return this.#rows.get(key)?.row ?? null;
  }

  /** Ends a decision that is under way. */
  forget(): void {
    this.#isForgotten = true;
  }

  /** Replaces the rows of the installation at once, when all are decided. */
  async #decideOn(connectionId: string, answers: PlanAnswers): Promise<RowChanges | null> {
    const target = this.#targets.get(connectionId);
    if (target === undefined) return null;
    const decide = this.#prepareDecision(target, answers);
    const decided = new Map<string, DecidedRow>();
    const changed: string[] = [];
    let count = 0;
    for (const item of target.items ?? []) {
      const { key } = item;
      const rowAnswers = answers.rows.get(key) ?? noAnswers;
      const before = this.#rows.get(key);
      if (before?.item === item && before.answers === rowAnswers) {
        decided.set(key, before);
        continue;
      }
      const { secrets, ...proposed } = item;
      const after = { item, answers: rowAnswers, secrets, row: decide(proposed, rowAnswers) };
      decided.set(key, after);
      if (before === undefined || !looksAlike(before, after)) changed.push(key);
      count += 1;
      if (count % itemsPerTurn !== 0) continue;
      await this.#pause();
      if (this.#isForgotten) return null;
    }
    const gone = target.keys.filter((key) => !decided.has(key));
    for (const key of gone) this.#rows.delete(key);
    for (const [key, row] of decided) this.#rows.set(key, row);
    target.keys = [...decided.keys()];
    target.changed = changed;
    return { connectionId, changed: changed.length, gone };
  }

  #rowsOf(keys: readonly string[]): DecidedRow[] {
    return keys.flatMap((key) => this.#rows.get(key) ?? []);
  }

  /** Has the source propose items, if they may be others than before. @returns the decision on one item */
  #prepareDecision(
    target: Target,
    answers: PlanAnswers,
  ): (item: ProposedItem, answers: RowAnswers) => PlanRow {
    const { installation } = target;
    const { followsAnswers } = this.#source;
    const { connectionId } = installation;
    if ('problem' in installation) {
      target.items ??= this.#source.propose(connectionId, null, answers);
      return (item) => blockedRow(item, item.problem ?? installation.problem);
    }
    const { variant, fingerprint } = installation;
    let list = target.list ?? installationList(variant, target.webhooks);
    // Rows paired with webhooks may change with each answer; others are proposed once.
    if (followsAnswers || target.items === null) {
      const read = { fingerprint, list, webhooks: target.webhooks };
      target.items = this.#source.propose(connectionId, read, answers);
    }
    if (!followsAnswers && target.list === null) {
      list = listFor(target.items, list);
      target.webhooks = [];
    }
    target.list = list;
    return (item, rowAnswers) => decideRow(item, list, rowAnswers);
  }
}

const viewOf = ({ secrets, row }: DecidedRow): PlanRowView => {
  const { destination = '', filled = [] } = secrets ?? {};
  return { ...rowView(row), destination, filled: [...filled] };
};

const looksAlike = (a: DecidedRow, b: DecidedRow): boolean =>
  JSON.stringify(viewOf(a)) === JSON.stringify(viewOf(b));

/** Decides and holds the rows of several plans. */
export class DecidedRows implements RowHolder {
  readonly #plans = new Map<string, PlanRows>();
  readonly #pause: () => Promise<void>;

  /** @param pause lets other work run between parts of a plan */
  constructor(pause: () => Promise<void> = () => Promise.resolve()) {
    this.#pause = pause;
  }

  get isEmpty(): boolean {
    return this.#plans.size === 0;
  }

  addPlan(planId: string, source: RowSource): void {
    this.#plans.set(planId, new PlanRows(source, this.#pause));
  }

  addTarget(planId: string, target: TargetInstallation): Promise<void> {
    this.#plans.get(planId)?.addTarget(target);
    return Promise.resolve();
  }

  addLive(planId: string, connectionId: string, webhooks: readonly ListedWebhook[]): Promise<void> {
    this.#plans.get(planId)?.addLive(connectionId, webhooks);
    return Promise.resolve();
  }

  async decide(
    planId: string,
    scope: DecisionScope,
    answers: PlanAnswers,
  ): Promise<RowChanges[] | null> {
    return (await this.#plans.get(planId)?.decide(scope, answers)) ?? null;
  }

  changedRows(planId: string, part: PartOfRows): Promise<PlanRowView[]> {
    return Promise.resolve(this.#plans.get(planId)?.changedRows(part) ?? []);
  }

  planRows(planId: string, part: PartOfRows): Promise<PlanRow[]> {
    return Promise.resolve(this.#plans.get(planId)?.rows(part) ?? []);
  }

  planRow(planId: string, key: string): Promise<PlanRow | null> {
    return Promise.resolve(this.#plans.get(planId)?.row(key) ?? null);
  }

  forgetPlan(planId: string): Promise<void> {
    this.#plans.get(planId)?.forget();
    this.#plans.delete(planId);
    return Promise.resolve();
  }
}
