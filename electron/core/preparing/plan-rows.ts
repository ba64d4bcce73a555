import type { PlanRowView } from '#contract/plans.ts';
import { rowView } from '#contract/row-view.ts';
import {
  blockedRow,
  decide,
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
  Decided,
  Deciding,
  PartOfRows,
  PlanAnswers,
  TargetInstallation,
} from '../plan-ports.ts';

const itemsPerTurn = 100;

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
  /** @param read `null` when the installation was not read: the items that are known without its list */
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
  keys: readonly string[];
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
export class PlanRows {
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

  async decide(of: Deciding, answers: PlanAnswers): Promise<Decided[] | null> {
    const connectionIds =
      'keys' in of
        ? new Set(of.keys.map((key) => this.#rows.get(key)?.row.connectionId))
        : [of.connectionId];
    const all: Decided[] = [];
    for (const connectionId of connectionIds) {
      const decided = await this.#decideOn(connectionId ?? '', answers);
      if (decided === null) return null;
      all.push(decided);
    }
    return all;
  }

  changed({ connectionId, from, count }: PartOfRows): PlanRowView[] {
    const keys = this.#targets.get(connectionId)?.changed ?? [];
    return this.#decided(keys.slice(from, from + count)).map(viewOf);
  }

  rows({ connectionId, from, count }: PartOfRows): PlanRow[] {
    const keys = this.#targets.get(connectionId)?.keys ?? [];
    return this.#decided(keys.slice(from, from + count)).map(({ row }) => row);
  }

  row(key: string): PlanRow | null {
    return this.#rows.get(key)?.row ?? null;
  }

  /** Ends a decision that is under way. */
  forget(): void {
    this.#isForgotten = true;
  }

  /** Replaces the rows of the installation at once, when all are decided. */
  async #decideOn(connectionId: string, answers: PlanAnswers): Promise<Decided | null> {
    const target = this.#targets.get(connectionId);
    if (target === undefined) return null;
    const rowOf = this.#deciding(target, answers);
    const next = new Map<string, DecidedRow>();
    const changed: string[] = [];
    let decided = 0;
    for (const item of target.items ?? []) {
      const { key } = item;
      const its = answers.rows.get(key) ?? noAnswers;
      const before = this.#rows.get(key);
      const isSame = before?.item === item && before.answers === its;
      const { secrets, ...proposed } = item;
      const after = isSame ? before : { item, answers: its, secrets, row: rowOf(proposed, its) };
      next.set(key, after);
      if (isSame) continue;
      if (before === undefined || !looksAlike(before, after)) changed.push(key);
      decided += 1;
      if (decided % itemsPerTurn !== 0) continue;
      await this.#pause();
      if (this.#isForgotten) return null;
    }
    const gone = target.keys.filter((key) => !next.has(key));
    for (const key of gone) this.#rows.delete(key);
    for (const [key, row] of next) this.#rows.set(key, row);
    target.keys = [...next.keys()];
    target.changed = changed;
    return { connectionId, changed: changed.length, gone };
  }

  #decided(keys: readonly string[]): DecidedRow[] {
    return keys.flatMap((key) => this.#rows.get(key) ?? []);
  }

  /** Has the source propose items, if they may be others than before. */
  #deciding(
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
    if (followsAnswers || target.items === null) {
      const read = { fingerprint, list, webhooks: target.webhooks };
      target.items = this.#source.propose(connectionId, read, answers);
    }
    if (!followsAnswers && target.list === null) {
      list = listFor(target.items, list);
      target.webhooks = [];
    }
    target.list = list;
    return (item, its) => decide(item, list, its);
  }
}

const viewOf = ({ secrets, row }: DecidedRow): PlanRowView => {
  const { destination = '', filled = [] } = secrets ?? {};
  return { ...rowView(row), destination, filled: [...filled] };
};

const looksAlike = (a: DecidedRow, b: DecidedRow): boolean =>
  JSON.stringify(viewOf(a)) === JSON.stringify(viewOf(b));
