import { SvelteSet } from 'svelte/reactivity';
import type { AnswerToRows, PlanRowView } from '#contract/plans.ts';
import type { Alternative, Need } from '#domain/publishing/plan.ts';
import { RowTicks } from '../../shared/rows/ticks.svelte.ts';
import { type PlanSecret, usedSecrets, wantedSecrets } from './plan-secrets.ts';

export type InstallationOrder = () => readonly string[];

/** Identifies a row across repeated preparation of a plan. */
const identityOf = ({ draftId, undoes, key }: PlanRowView): string => draftId ?? undoes ?? key;

const united = (known: readonly Alternative[], more: readonly Alternative[]): Alternative[] => [
  ...new Map([...known, ...more].map((each) => [each.webhookId, each])).values(),
];

/** The rows for *select all*: a person selects each deletion that the plan did not propose. */
export const withoutNewDeletions = (rows: readonly PlanRowView[]): PlanRowView[] =>
  rows.filter(({ action, selected }) => action !== 'delete' || selected);

/** The rows of a plan in the order in which they are sent, and the ones that a person selected. */
export class PlanRows {
  readonly #order: InstallationOrder;
  #alternatives = $state.raw<ReadonlyMap<string, readonly Alternative[]>>(new Map());

  all = $state.raw<readonly PlanRowView[]>([]);
  /** Keys of the rows that the list shows at its scroll position. */
  readonly inSight = new SvelteSet<string>();
  readonly ticks = new RowTicks<PlanRowView>(({ selected }) => selected, identityOf);

  readonly #byKey = $derived(new Map(this.all.map((row) => [row.key, row])));
  readonly ready = $derived(this.all.filter(({ state }) => state === 'ready'));
  readonly chosen = $derived(this.ready.filter((row) => this.ticks.has(row)));
  readonly byInstallation: ReadonlyMap<string, readonly PlanRowView[]> = $derived(
    Map.groupBy(this.all, ({ connectionId }) => connectionId),
  );
  readonly wanted: readonly PlanSecret[] = $derived(wantedSecrets(this.all));
  readonly used: readonly PlanSecret[] = $derived(usedSecrets(this.all));

  constructor(order: InstallationOrder) {
    this.#order = order;
  }

  find(key: string | null): PlanRowView | null {
    return key === null ? null : (this.#byKey.get(key) ?? null);
  }

  /** Also webhooks that the row meant before an answer, so that another can be chosen. */
  alternativesOf({ key }: PlanRowView): readonly Alternative[] {
    return this.#alternatives.get(key) ?? [];
  }

  thatNeed(connectionId: string, passes: (need: Need) => boolean): PlanRowView[] {
    return (this.byInstallation.get(connectionId) ?? []).filter(({ needs }) => needs.some(passes));
  }

  /** Ticks stay with their rows. Returns the row that replaces `shown`. */
  replaceAll(rows: readonly PlanRowView[], shown: PlanRowView | null): PlanRowView | null {
    const groups = Map.groupBy(rows, ({ connectionId }) => connectionId);
    this.all = this.inOrder([...groups.keys()]).flatMap((id) => groups.get(id) ?? []);
    this.#noteChanged(rows);
    const again = shown === null ? undefined : identityOf(shown);
    return again === undefined ? null : (this.all.find((row) => identityOf(row) === again) ?? null);
  }

  /** Rows that an answer changed or added, and keys of rows that it removed. */
  put(changed: readonly PlanRowView[], gone: readonly string[]): void {
    const byKey = new Map(changed.map((row) => [row.key, row]));
    const fresh = Map.groupBy(
      changed.filter(({ key }) => !this.#byKey.has(key)),
      ({ connectionId }) => connectionId,
    );
    const removed = new Set(gone);
    this.ticks.forget(gone.flatMap((key) => this.#byKey.get(key) ?? []));
    // Only deletions can be new; they come last.
    this.all = [...this.byInstallation].flatMap(([connectionId, rows]) => [
      ...rows.filter(({ key }) => !removed.has(key)).map((row) => byKey.get(row.key) ?? row),
      ...(fresh.get(connectionId) ?? []),
    ]);
    this.#noteChanged(changed);
  }

  moveTo(key: string, other: string, side: 'before' | 'after'): void {
    const row = this.#byKey.get(key);
    if (row === undefined) return;
    const rest = this.all.filter((each) => each !== row);
    const at = rest.findIndex((each) => each.key === other);
    if (at >= 0) this.all = rest.toSpliced(side === 'before' ? at : at + 1, 0, row);
  }

  inOrder(ids: readonly string[]): string[] {
    const order = this.#order();
    const rank = (id: string): number => (order.includes(id) ? order.indexOf(id) : order.length);
    return ids.toSorted((a, b) => rank(a) - rank(b));
  }

  #noteChanged(rows: readonly PlanRowView[]): void {
    // A row that becomes ready starts with the tick that the host proposes.
    this.ticks.forget(rows.filter(({ state }) => state !== 'ready'));
    const all = new Map(this.#alternatives);
    for (const { key, alternatives } of rows) {
      if (alternatives.length > 0) all.set(key, united(all.get(key) ?? [], alternatives));
    }
    this.#alternatives = all;
  }
}

/** Answers that match rows with the only webhook of their name, if no other row matches it too. */
export function pairsByName<Row extends Pick<PlanRowView, 'key'>>(
  rows: readonly Row[],
  alternativesOf: (row: Row) => readonly Pick<Alternative, 'webhookId' | 'because'>[],
): AnswerToRows[] {
  const pairs = rows.flatMap((row) => {
    const same = alternativesOf(row).filter(({ because }) => because.includes('same-name'));
    const [only] = same;
    return only === undefined || same.length > 1 ? [] : [{ key: row.key, id: only.webhookId }];
  });
  return [...Map.groupBy(pairs, ({ id }) => id)].flatMap(([pairWith, its]) => {
    const [pair] = its;
    if (pair === undefined || its.length > 1) return [];
    return [{ keys: [pair.key], answer: { pairWith } }];
  });
}
