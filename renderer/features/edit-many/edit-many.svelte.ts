import type { EditedRow } from '#contract/edit-many.ts';
import type { HookdeskClient } from '#contract/index.ts';
import { selectedCount, selectionWithout, type WebhookSelection } from '#contract/plans.ts';
import { inParts } from '#domain/in-parts.ts';
import type { ReadOnlyRows } from '#domain/publishing/read-only-rows.ts';
import type { WebhookEdit } from '#domain/publishing/edit-many.ts';
import { Masking } from '#domain/secrets/masking.ts';
import { hidesSomething } from '../../shared/differences/changed-parts.ts';
import { LatestTask } from '../../shared/latest-task.svelte.ts';
import { problemOf } from '../../shared/problem.ts';
import { EditLine } from './edit-line.svelte.ts';

export interface SelectedRow {
  readonly key: string;
  readonly place: number;
  readonly connectionId: string;
  readonly webhookId: number;
  readonly digest: string;
}

/** `missing`: not in the list that was last read, or without a unique id. */
type EditedRowState = 'changed' | 'unchanged' | 'missing';
export type RowFilter = EditedRowState | 'all';

export const rowStateLabels: Readonly<Record<RowFilter, string>> = {
  all: 'All',
  changed: 'Changed',
  unchanged: 'Unchanged',
  missing: 'Not editable',
};

/** Milliseconds without typing before the webhooks are edited again. */
const pause = 200;

const rowsPerRequest = 50;

/** Edits of selected webhooks, with their result before they are planned. */
export class EditMany extends LatestTask {
  readonly #api: HookdeskClient['editMany'];
  /** Also on read-only installations: the plan names and leaves out these webhooks. */
  readonly selection: WebhookSelection;
  readonly #isReadOnly: (connectionId: string) => boolean;
  readonly #writable: WebhookSelection;
  readonly readOnly: readonly ReadOnlyRows[];
  readonly rows: readonly SelectedRow[];
  readonly total: number;
  lines = $state<EditLine[]>([new EditLine()]);
  /** Shows what is missing in the lines. */
  showsFaults = $state(false);
  filter = $state<RowFilter>('all');

  #changed = $state.raw<ReadonlySet<number>>(new Set());
  #missing = $state.raw<ReadonlySet<number>>(new Set());
  done = $state(0);
  /** Of the edits that the rows show; 0 until the webhooks were edited once. */
  version = $state(0);
  readonly hasResults = $derived(this.version > 0);
  #results = $state.raw<ReadonlyMap<string, EditedRow>>(new Map());
  #applied: readonly WebhookEdit[] = [];
  #requested = new Set<SelectedRow>();
  #secretsShown = $state(false);
  /** Whether rows on screen have had masks. */
  holdsSecrets = $state(false);

  /** Without edits that are not complete. */
  readonly edits = $derived(
    this.lines.filter(({ fault }) => fault === null).map(({ edit }) => edit),
  );
  readonly isComplete = $derived(
    this.lines.length > 0 && this.lines.every(({ fault }) => fault === null),
  );
  readonly counts = $derived.by(() => ({
    all: this.total,
    changed: this.#changed.size,
    unchanged: this.total - this.#changed.size - this.#missing.size,
    missing: this.#missing.size,
  }));
  readonly filtered = $derived.by(() =>
    this.filter === 'all'
      ? this.rows
      : this.rows.filter((row) => this.stateOf(row) === this.filter),
  );

  constructor(
    api: HookdeskClient['editMany'],
    selection: WebhookSelection,
    isReadOnly: (connectionId: string) => boolean = () => false,
  ) {
    super();
    this.#api = api;
    this.selection = selection;
    this.#isReadOnly = isReadOnly;
    this.#writable = selection.filter(({ connectionId }) => !isReadOnly(connectionId));
    this.readOnly = selection
      .filter(({ connectionId }) => isReadOnly(connectionId))
      .map(({ connectionId, webhooks }) => ({
        connectionId,
        webhooks: webhooks.length,
        action: 'update',
      }));
    this.total = selectedCount(this.#writable);
    this.rows = this.#writable
      .flatMap(({ connectionId, webhooks }) =>
        webhooks.map(({ id, digest }) => ({ connectionId, webhookId: id, digest })),
      )
      .map((row, place) => ({ ...row, place, key: `${row.webhookId} ${row.connectionId}` }));
  }

  /** @returns the same edits of the other webhooks; `null` if there are none */
  without(webhooks: readonly Pick<SelectedRow, 'connectionId' | 'webhookId'>[]): EditMany | null {
    if (webhooks.length === 0) return this;
    const left = selectionWithout(this.selection, webhooks);
    if (left.length === 0) return null;
    const editing = new EditMany(this.#api, left, this.#isReadOnly);
    editing.lines = this.lines;
    return editing;
  }

  stateOf({ place }: SelectedRow): EditedRowState {
    if (this.#missing.has(place)) return 'missing';
    return this.#changed.has(place) ? 'changed' : 'unchanged';
  }

  resultOf({ key }: SelectedRow): EditedRow | null {
    return this.#results.get(key) ?? null;
  }

  get secretsShown(): boolean {
    return this.#secretsShown;
  }

  /** The rows are read again. */
  set secretsShown(shown: boolean) {
    this.#secretsShown = shown;
    this.#results = new Map();
    if (this.hasResults) this.version += 1;
  }

  add(): EditLine {
    const line = new EditLine();
    this.lines.push(line);
    return line;
  }

  remove(line: EditLine): void {
    this.lines = this.lines.filter(({ key }) => key !== line.key);
  }

  /** Returns what cancels it. */
  refreshSoon(edits: readonly WebhookEdit[]): () => void {
    const timer = setTimeout(() => void this.refresh(edits), pause);
    return () => {
      clearTimeout(timer);
    };
  }

  async refresh(edits: readonly WebhookEdit[] = this.edits): Promise<void> {
    const changed = new Set<number>();
    const missing = new Set<number>();
    await this.run(async (signal) => {
      const input = { selection: this.#writable, edits: [...edits] };
      for await (const part of await this.#api.count(input, { signal })) {
        if (signal.aborted) return;
        for (const place of part.changed) changed.add(place);
        for (const place of part.missing) missing.add(place);
        this.done = part.done;
      }
      if (signal.aborted) return;
      this.#changed = changed;
      this.#missing = missing;
      this.#applied = edits;
      this.version += 1;
    });
  }

  /** Shows a row; rows that are needed at the same time share requests. */
  need(row: SelectedRow): void {
    if (!this.hasResults) return;
    if (this.#requested.size === 0) queueMicrotask(() => void this.#readRequested());
    this.#requested.add(row);
  }

  async #readRequested(): Promise<void> {
    const requested = this.#requested;
    this.#requested = new Set();
    const { version, secretsShown } = this;
    const edits = [...this.#applied];
    for (const part of inParts(requested, rowsPerRequest)) {
      const webhooks = part.map(({ connectionId, webhookId, digest }) => ({
        connectionId,
        id: webhookId,
        digest,
      }));
      try {
        const rows = await this.#api.rows({ webhooks, edits, secretsShown });
        if (this.version !== version) return;
        this.holdsSecrets ||= rows.some(isMasked);
        this.#results = new Map([
          ...this.#results,
          ...rows.map((row) => [`${row.webhookId} ${row.connectionId}`, row] as const),
        ]);
      } catch (error) {
        this.problem = problemOf(error);
        return;
      }
    }
  }
}

const isMasked = ({ differences, headers }: EditedRow): boolean =>
  hidesSomething(differences, headers, new Masking());
