import type { HookdeskClient } from '#contract/index.ts';
import type { Problem } from '#domain/problem.ts';
import { idDefects, keyOf, type ListedSummary, type WebhookKey } from '#domain/webhook/listed.ts';
import type { WebhookSummary } from '#domain/webhook/webhook.ts';
import { type Arrangement, everything, filterRows, sorted } from './arrangement.ts';
import { Elsewhere } from './elsewhere.svelte.ts';
import { problemOf } from './problem.ts';
import { Ticks } from './ticks.svelte.ts';

/** The webhooks of one installation as last read, and how they are shown. */
export class WebhookList {
  readonly connectionId: string;
  /** What others changed there. */
  readonly elsewhere: Elsewhere;
  readonly #client: HookdeskClient;
  #reading: AbortController | null = null;
  #lastFilter = 0;
  /** When the host last read the list. */
  #known: Date | null = null;
  #isShowingLast = false;

  rows = $state.raw<readonly ListedSummary[]>([]);
  status = $state<'unread' | 'reading' | 'read' | 'failed'>('unread');
  progress = $state.raw({ bytes: 0, webhooks: 0 });
  problem = $state.raw<Problem | null>(null);
  readAt = $state.raw<Date | null>(null);
  /** What is shown was read in this window, and not before it. */
  isFresh = $state(false);
  /** Calls back when it was read. */
  onread: () => void = () => undefined;

  arrangement = $state.raw<Arrangement>(everything);
  filter = $state('');
  /** Keys that the filter's text leaves; `null` when there is no text. */
  #filtered = $state.raw<ReadonlySet<WebhookKey> | null>(null);
  /** Only what others changed is asked for; webhooks that they deleted are then shown, too. */
  onlyElsewhere = $state(false);
  readonly filtersElsewhere = $derived.by(
    () => this.onlyElsewhere && this.elsewhere.marks.size > 0,
  );

  // Sorting is the dear part: what is typed into the filter must not set it off.
  readonly #column = $derived(this.arrangement.sort);
  readonly #descending = $derived(this.arrangement.descending);
  readonly #kept = $derived.by(() => {
    if (!this.filtersElsewhere) return this.rows;
    const { marks, deleted } = this.elsewhere;
    return [...this.rows.filter((row) => marks.has(keyOf(row))), ...deleted];
  });
  readonly #sorted = $derived(sorted(this.#kept, this.#column, this.#descending));
  readonly shown = $derived(filterRows(this.#sorted, this.arrangement, this.#filtered));
  /** Which webhooks are ticked, by their ids; also those that are not in sight. */
  readonly ticks = new Ticks();
  /** The ticked ones that are there. */
  readonly tickedIds = $derived.by(() =>
    this.ticks.size === 0
      ? []
      : this.rows.flatMap(({ id }) => (id !== null && this.ticks.has(String(id)) ? [id] : [])),
  );
  /** What of the rows shown can be ticked, in their order. */
  readonly tickable = $derived(this.shown.flatMap(({ id }) => (id === null ? [] : [String(id)])));
  /** The rows that their ids do not identify: they can be read and exported. */
  readonly unaddressable = $derived(this.rows.flatMap((row) => (row.id === null ? [row] : [])));
  readonly idDefects = $derived(idDefects(this.unaddressable));

  constructor(client: HookdeskClient, connectionId: string) {
    this.#client = client;
    this.connectionId = connectionId;
    this.elsewhere = new Elsewhere(client, connectionId);
  }

  /** Keeps up with what the host knows of the installation, and shows what was last read of it. */
  follow(): Promise<void> {
    return this.elsewhere.follow(({ readAt }) => {
      this.#known = readAt;
      // It may be known only now, because the vault was opened; or it was read with other installations.
      void this.#showLast();
    });
  }

  /** Shows what was last read, where that is newer than what is shown and no reading is under way. */
  async #showLast(): Promise<void> {
    if (this.#isShowingLast) return;
    this.#isShowingLast = true;
    try {
      while (this.#isNewer(this.#known) && (await this.#takeLast()));
    } finally {
      this.#isShowingLast = false;
    }
  }

  #isNewer(readAt: Date | null): readAt is Date {
    if (readAt === null) return false;
    return this.readAt === null || (this.status !== 'reading' && readAt > this.readAt);
  }

  /** `false` where nothing newer came. */
  async #takeLast(): Promise<boolean> {
    const { connectionId } = this;
    const rows: ListedSummary[] = [];
    let isNewer = false;
    for await (const event of await this.#client.snapshots.last({ connectionId })) {
      if (event.kind === 'rows') rows.push(...event.rows);
      else if (this.#isNewer(event.readAt)) {
        isNewer = true;
        this.rows = rows;
        this.readAt = event.readAt;
      }
    }
    if (isNewer && this.filter !== '') await this.filterBy(this.filter);
    return isNewer;
  }

  /** Reads the list anew; what was read before stays in sight until the new one is complete. */
  async read(): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.status = 'reading';
    this.progress = { bytes: 0, webhooks: 0 };
    const rows: ListedSummary[] = [];
    try {
      const { connectionId } = this;
      const { signal } = reading;
      for await (const event of await this.#client.webhooks.list({ connectionId }, { signal })) {
        if (reading.signal.aborted) return;
        if (event.kind === 'progress') this.progress = event;
        else if (event.kind === 'rows') rows.push(...event.rows);
        else {
          this.rows = rows;
          this.readAt = event.readAt;
          this.problem = null;
          this.status = 'read';
          this.isFresh = true;
        }
      }
      this.onread();
      if (this.filter !== '') await this.filterBy(this.filter);
    } catch (error) {
      if (this.#reading !== reading) return;
      const stopped = reading.signal.aborted;
      this.problem = stopped ? null : problemOf(error);
      this.isFresh &&= stopped;
      this.status = stopped ? (this.isFresh ? 'read' : 'unread') : 'failed';
    } finally {
      if (this.#reading === reading) this.#reading = null;
    }
  }

  stop(): void {
    this.#reading?.abort();
  }

  /** Nobody needs it any more. */
  end(): void {
    this.stop();
    this.elsewhere.stop();
  }

  /** Shows only webhooks that have every word of the text. */
  async filterBy(text: string): Promise<void> {
    this.filter = text;
    const number = ++this.#lastFilter;
    if (text.trim() === '') {
      this.#filtered = null;
      return;
    }
    const ids = await this.#client.webhooks.search({ connectionId: this.connectionId, text });
    // A slower answer to an earlier text must not win over a later one.
    if (number === this.#lastFilter) this.#filtered = new Set(ids);
  }

  /** Puts a row in, or in place of the one with its id. */
  put(row: WebhookSummary): void {
    if (this.idDefects.has(row.id)) return;
    const before = this.rows.find((each) => each.id === row.id);
    // Opening a webhook puts what was read: most often the same, and no reason to sort and filter anew.
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(row)) return;
    this.rows =
      before === undefined
        ? [...this.rows, row]
        : this.rows.map((each) => (each === before ? row : each));
    if (this.filter !== '') void this.filterBy(this.filter);
  }

  drop(id: number): void {
    this.rows = this.rows.filter((each) => each.id !== id);
  }
}
