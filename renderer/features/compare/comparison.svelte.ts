import type { CompareEvent, ComparedRow } from '#contract/comparisons.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { CellKind, MatrixColumn, MatrixRow } from '#domain/comparison/matrix.ts';
import type { Problem } from '#domain/problem.ts';
import { textFilter } from '#domain/text/fold-text.ts';
import { LatestTask } from '../../shared/latest-task.svelte.ts';
import { problemOf } from '../../shared/problem.ts';
import { KeyTicks } from '../../shared/rows/ticks.svelte.ts';
import { askedFor, installationsOf, type Reference } from './reference.ts';

export type RowFilter = 'all' | 'different' | 'differs' | 'missing' | 'extra' | 'ambiguous';

export type CompareApi = Pick<HookdeskClient['comparisons'], 'open' | 'row' | 'export' | 'close'>;

export type Matrix = Extract<CompareEvent, { kind: 'end' }> & {
  readonly rows: readonly MatrixRow[];
};

/** A column, with its place in the cells of the rows. */
export interface ShownColumn extends MatrixColumn {
  readonly at: number;
}

/** Installations against a reference, as last read. */
export class Comparison extends LatestTask {
  readonly reference: Reference;
  readonly otherIds: readonly string[];
  readonly #api: CompareApi;
  readonly #ignored: () => readonly string[];

  matrix = $state.raw<Matrix | null>(null);
  progress = $state.raw({ done: 0, total: 0 });
  filter = $state<RowFilter>('different');
  text = $state('');
  showsEqual = $state(false);
  readonly ticks = new KeyTicks();

  openedKey = $state<string | null>(null);
  details = $state.raw<ComparedRow | null>(null);
  detailsProblem = $state.raw<Problem | null>(null);
  secretsShown = $state(false);

  readonly #passing = $derived.by(() => {
    const passes = textFilter(this.text);
    const rows = this.matrix?.rows ?? [];
    return passes === null ? rows : rows.filter(({ name }) => passes(name));
  });

  readonly rows: readonly MatrixRow[] = $derived(
    this.filter === 'all'
      ? this.#passing
      : this.#passing.filter(({ cells }) => cells.some(({ kind }) => isShown(kind, this.filter))),
  );

  readonly #columns: readonly ShownColumn[] = $derived(
    (this.matrix?.columns ?? []).map((column, at) => ({ ...column, at })),
  );
  readonly equal = $derived(this.#columns.filter(isEqual));
  readonly unread = $derived(this.#columns.filter(({ readAt }) => readAt === null));
  readonly different = $derived(
    this.#columns.filter((column) => column.readAt !== null && !isEqual(column)),
  );
  /** A single installation is always shown; of many, equal ones only on request. */
  readonly columns: readonly ShownColumn[] = $derived(
    this.showsEqual || this.#columns.length === 1
      ? this.#columns.filter(({ readAt }) => readAt !== null)
      : this.different,
  );

  constructor(
    api: CompareApi,
    reference: Reference,
    otherIds: readonly string[],
    ignored: () => readonly string[],
  ) {
    super();
    this.#api = api;
    this.reference = reference;
    this.otherIds = otherIds;
    this.#ignored = ignored;
  }

  /** The reference first. */
  get installationIds(): string[] {
    return [...new Set([...installationsOf(this.reference), ...this.otherIds])];
  }

  /** Rows of a kind, among all rows. */
  countOf(filter: RowFilter): number {
    const { rows = [] } = this.matrix ?? {};
    if (filter === 'all') return rows.length;
    return rows.filter(({ cells }) => cells.some(({ kind }) => isShown(kind, filter))).length;
  }

  /** Compares what was last read; cancels a comparison that runs. */
  async compare(): Promise<void> {
    const { reference, otherIds } = this;
    const input = {
      reference: askedFor(reference),
      otherIds: [...otherIds],
      ignoredParts: [...this.#ignored()],
    };
    await this.run(async (signal) => {
      const rows: MatrixRow[] = [];
      for await (const event of await this.#api.open(input, { signal })) {
        if (signal.aborted) return;
        this.#take(event, rows);
      }
    });
  }

  async open(key: string, secretsShown = false): Promise<void> {
    const { matrix } = this;
    if (matrix === null) return;
    this.openedKey = key;
    this.secretsShown = secretsShown;
    this.detailsProblem = null;
    const isLate = (): boolean => this.openedKey !== key || this.secretsShown !== secretsShown;
    try {
      const input = { comparisonId: matrix.comparisonId, key, secretsShown };
      const details = await this.#api.row(input);
      if (!isLate()) this.details = details;
    } catch (error) {
      if (!isLate()) this.detailsProblem = problemOf(error);
    }
  }

  closeRow(): void {
    this.openedKey = null;
    this.secretsShown = false;
    this.details = null;
    this.detailsProblem = null;
  }

  export(format: 'csv' | 'markdown' | 'html') {
    const { comparisonId = '' } = this.matrix ?? {};
    const isWhole = this.rows.length === this.matrix?.rows.length;
    const keys = isWhole ? null : this.rows.map(({ key }) => key);
    return this.#api.export({ comparisonId, format, keys });
  }

  /** Releases it in the host. */
  close(): void {
    this.stop();
    const { matrix } = this;
    this.matrix = null;
    if (matrix !== null) void this.#api.close({ comparisonId: matrix.comparisonId });
  }

  #take(event: CompareEvent, rows: MatrixRow[]): void {
    if (event.kind === 'progress') this.progress = event;
    else if (event.kind === 'rows') rows.push(...event.rows);
    else {
      const before = this.matrix;
      this.matrix = { ...event, rows };
      this.ticks.retain(rows.map(({ key }) => key));
      if (before !== null) void this.#api.close({ comparisonId: before.comparisonId });
      this.#reopen();
    }
  }

  #reopen(): void {
    const { openedKey, matrix } = this;
    if (openedKey === null) return;
    if (matrix?.rows.some(({ key }) => key === openedKey) === true) void this.open(openedKey);
    else this.closeRow();
  }
}

const isShown = (kind: CellKind, filter: RowFilter): boolean =>
  filter === 'different' ? kind !== 'same' : kind === filter;

const isEqual = ({ readAt, counts }: MatrixColumn): boolean =>
  readAt !== null &&
  counts.differs + counts.missing + counts.extra + counts.ambiguous + counts.unknown === 0;
