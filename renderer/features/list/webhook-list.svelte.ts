import type { Problem } from '#domain/problem.ts';
import { textFilter } from '#domain/text/fold-text.ts';
import {
  type IdDefect,
  idDefects,
  keyOf,
  type ListedSummary,
  type SeenWebhook,
  type WebhookKey,
} from '#domain/webhook/listed.ts';
import type { WebhookSummary } from '#domain/webhook/webhook.ts';
import { type Arrangement, everything, filterRows, sorted } from './arrangement.ts';
import { RemoteChanges } from './remote-changes/remote-changes.svelte.ts';
import { problemOf } from '../../shared/problem.ts';
import { SeenTicks } from '../../shared/rows/ticks.svelte.ts';
import { SelectionCheck } from '../../shared/rows/selection-check.svelte.ts';
import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { Draft } from '../../shared/drafts/draft.svelte.ts';
import type { Drafts } from '../../shared/drafts/drafts.svelte.ts';

/** Shorter parts are not shown, because their list is complete at once. */
const smallestPart = 100;

export class WebhookList {
  readonly connectionId: string;
  readonly remoteChanges: RemoteChanges;
  readonly #client: HookdeskClient;
  readonly #newNames: () => ReadonlyMap<number, string>;
  #reading: AbortController | null = null;
  #lastFilter = 0;
  #known: Date | null = null;
  #isShowingLast = false;
  /** Rows that were put, or dropped as `null`, since each list began to arrive. They are newer. */
  readonly #arriving = new Set<Map<number, WebhookSummary | null>>();

  rows = $state.raw<readonly ListedSummary[]>([]);
  status = $state<'unread' | 'reading' | 'read' | 'failed'>('unread');
  progress = $state.raw({ bytes: 0, webhooks: 0 });
  problem = $state.raw<Problem | null>(null);
  readAt = $state.raw<Date | null>(null);
  /** Whether `rows` has the first rows only, because the rest is arriving. */
  isPart = $state(false);
  readonly isShown = $derived.by(() => this.readAt !== null || this.isPart);
  /** Whether this window read the shown list itself. */
  isFresh = $state(false);
  onread: () => void = () => undefined;

  arrangement = $state.raw<Arrangement>(everything);
  filter = $state('');
  /** `null` without a text. */
  #filtered = $state.raw<ReadonlySet<WebhookKey> | null>(null);
  onlyRemoteChanges = $state(false);
  readonly showsOnlyRemoteChanges = $derived.by(
    () => this.onlyRemoteChanges && this.remoteChanges.marks.size > 0,
  );

  // Sorting is expensive, so typing in the filter must not trigger it.
  readonly #column = $derived(this.arrangement.sort);
  readonly #descending = $derived(this.arrangement.descending);
  /** The webhooks among which the filter searches. */
  readonly candidates: readonly ListedSummary[] = $derived.by(() => {
    if (!this.showsOnlyRemoteChanges) return this.rows;
    const { marks, deleted } = this.remoteChanges;
    return [...this.rows.filter((row) => marks.has(keyOf(row))), ...deleted];
  });
  readonly #sorted = $derived(sorted(this.candidates, this.#column, this.#descending));
  /** The host finds what was read; the new names of edited webhooks count as well. */
  readonly #matches = $derived.by(() => {
    const passes = textFilter(this.filter);
    if (this.#filtered === null || passes === null) return this.#filtered;
    const renamed = [...this.#newNames()].flatMap(([id, name]) => (passes(name) ? [id] : []));
    return renamed.length === 0 ? this.#filtered : new Set([...this.#filtered, ...renamed]);
  });
  readonly shown = $derived(filterRows(this.#sorted, this.arrangement, this.#matches));
  /** Includes the ids of rows that the filter hides. */
  readonly ticks = new SeenTicks((key) => this.#digests.get(key));
  readonly check: SelectionCheck;
  readonly #digests = $derived(
    new Map(this.rows.flatMap(({ id, digest }) => (id === null ? [] : [[String(id), digest]]))),
  );
  readonly tickedIds = $derived.by(() =>
    this.ticks.size === 0
      ? []
      : this.rows.flatMap(({ id }) => (id !== null && this.ticks.has(String(id)) ? [id] : [])),
  );
  readonly selected: readonly SeenWebhook[] = $derived(
    this.tickedIds.map((id) => ({ id, digest: this.ticks.digestOf(String(id)) })),
  );
  readonly tickable = $derived(this.shown.flatMap(({ id }) => (id === null ? [] : [String(id)])));
  /** Rows without a unique id: read and export only. */
  readonly unaddressable = $derived(this.rows.flatMap((row) => (row.id === null ? [row] : [])));
  readonly idDefects = $derived(idDefects(this.unaddressable));

  /** @param newNames the names in drafts, by id */
  constructor(
    client: HookdeskClient,
    connectionId: string,
    newNames: () => ReadonlyMap<number, string> = () => new Map(),
  ) {
    this.#client = client;
    this.#newNames = newNames;
    this.connectionId = connectionId;
    this.check = new SelectionCheck(() => client.search);
    this.remoteChanges = new RemoteChanges(client, connectionId);
  }

  /** Follows the host's snapshots of the installation, and shows the last read list. */
  follow(): Promise<void> {
    return this.remoteChanges.follow(({ readAt }) => {
      this.#known = readAt;
      // Unlocking the vault or reading several installations may make the list known later.
      void this.#showLast();
    });
  }

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

  /** Shows the first rows at once where the window has none, and the whole list at the end. */
  async #takeLast(): Promise<boolean> {
    const { connectionId } = this;
    const known = this.#known;
    const rows: ListedSummary[] = [];
    const changes = this.#beginArrival();
    let isNewer = false;
    let isBegun = false;
    // A list that is read in full replaces these rows.
    const isPartShown = (): boolean => isBegun && this.isPart && this.readAt === known;
    try {
      for await (const event of await this.#client.snapshots.last({ connectionId })) {
        if (event.kind === 'rows') {
          rows.push(...event.rows);
          if (this.readAt !== null || rows.length < smallestPart) continue;
          isBegun = true;
          this.#showPart(withChanges(rows, changes), known);
        } else if (isPartShown() || this.#isNewer(event.readAt)) {
          isNewer = true;
          this.#showAll(withChanges(rows, changes), event.readAt);
        }
      }
    } finally {
      this.#arriving.delete(changes);
      if (isPartShown()) this.#showAll([], null);
    }
    if (isNewer && this.filter !== '') await this.filterBy(this.filter);
    return isNewer;
  }

  async read(): Promise<void> {
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.status = 'reading';
    this.progress = { bytes: 0, webhooks: 0 };
    const rows: ListedSummary[] = [];
    const changes = this.#beginArrival();
    try {
      const { connectionId } = this;
      const { signal } = reading;
      for await (const event of await this.#client.webhooks.list({ connectionId }, { signal })) {
        if (reading.signal.aborted) return;
        if (event.kind === 'progress') this.progress = event;
        else if (event.kind === 'rows') rows.push(...event.rows);
        else if (event.kind === 'first') {
          if (this.readAt === null) this.#showPart(event.rows, null);
        } else {
          this.#showAll(withChanges(rows, changes), event.readAt);
          this.problem = null;
          this.status = 'read';
          this.isFresh = true;
        }
      }
      this.onread();
      if (this.filter !== '') await this.filterBy(this.filter);
    } catch (error) {
      if (this.#reading !== reading) return;
      if (this.isPart && this.readAt === null) this.#showAll([], null);
      const stopped = reading.signal.aborted;
      this.problem = stopped ? null : problemOf(error);
      this.isFresh &&= stopped;
      this.status = stopped ? (this.isFresh ? 'read' : 'unread') : 'failed';
    } finally {
      this.#arriving.delete(changes);
      if (this.#reading === reading) this.#reading = null;
    }
  }

  #beginArrival(): Map<number, WebhookSummary | null> {
    const changes = new Map<number, WebhookSummary | null>();
    this.#arriving.add(changes);
    return changes;
  }

  #showPart(rows: readonly ListedSummary[], readAt: Date | null): void {
    this.rows = [...rows];
    this.readAt = readAt;
    this.isPart = true;
  }

  #showAll(rows: readonly ListedSummary[], readAt: Date | null): void {
    this.rows = rows;
    this.readAt = readAt;
    this.isPart = false;
    void this.#checkSelection();
  }

  clearSelection(): void {
    this.ticks.clear();
    this.check.clear();
  }

  /** A plan was made of these: they are no longer selected. */
  deselect(ids: readonly number[]): void {
    this.ticks.set(ids.map(String), false);
    if (this.ticks.size === 0) this.check.clear();
    else void this.#checkSelection();
  }

  /** Also of ticked webhooks that no row has. */
  async #checkSelection(): Promise<void> {
    const { connectionId, ticks } = this;
    const webhooks = [...ticks.ids].map((key) => ({
      id: Number(key),
      digest: ticks.digestOf(key),
    }));
    const selection = webhooks.length === 0 ? [] : [{ connectionId, webhooks }];
    const gone = await this.check.run(null, selection);
    ticks.set(
      gone.map(({ webhookId }) => String(webhookId)),
      false,
    );
  }

  stop(): void {
    this.#reading?.abort();
  }

  end(): void {
    this.stop();
    this.remoteChanges.stop();
  }

  async filterBy(text: string): Promise<void> {
    this.filter = text;
    const number = ++this.#lastFilter;
    if (text.trim() === '') {
      this.#filtered = null;
      return;
    }
    // The host searches lists that it has read. The end of this reading filters.
    if (this.isPart && this.readAt === null) return;
    const ids = await this.#client.webhooks.filter({ connectionId: this.connectionId, text });
    // An earlier request may be answered after a later one.
    if (number === this.#lastFilter) this.#filtered = new Set(ids);
  }

  put(row: WebhookSummary): void {
    if (this.idDefects.has(row.id)) return;
    for (const changes of this.#arriving) changes.set(row.id, row);
    const before = this.rows.find((each) => each.id === row.id);
    // Opening a webhook usually puts an unchanged row, which needs no sort or search.
    if (before !== undefined && JSON.stringify(before) === JSON.stringify(row)) return;
    this.rows =
      before === undefined
        ? [...this.rows, row]
        : this.rows.map((each) => (each === before ? row : each));
    if (this.ticks.has(String(row.id))) void this.#checkSelection();
    if (this.filter !== '') void this.filterBy(this.filter);
  }

  drop(id: number): void {
    for (const changes of this.#arriving) changes.set(id, null);
    this.rows = this.rows.filter((each) => each.id !== id);
    this.deselect([id]);
  }
}

function withChanges(
  rows: readonly ListedSummary[],
  changes: ReadonlyMap<number, WebhookSummary | null>,
): readonly ListedSummary[] {
  if (changes.size === 0) return rows;
  const left = new Map(changes);
  const changed = rows.flatMap((row) => {
    const change = row.id === null ? undefined : left.get(row.id);
    if (row.id === null || change === undefined) return [row];
    left.delete(row.id);
    return change === null ? [] : [change];
  });
  const defects = idDefects(rows);
  const added = [...left.values()].filter((row) => row !== null);
  return [...changed, ...added.filter(({ id }) => !defects.has(id))];
}

/** The lists of the installations that were shown since the start. */
export class WebhookLists {
  readonly #client: HookdeskClient;
  readonly #drafts: Drafts;
  readonly #onread: (connectionId: string) => void;
  readonly #byConnection = new Map<string, WebhookList>();

  constructor(client: HookdeskClient, drafts: Drafts, onread: (connectionId: string) => void) {
    this.#client = client;
    this.#drafts = drafts;
    this.#onread = onread;
  }

  get(connectionId: string): WebhookList | null {
    return this.#byConnection.get(connectionId) ?? null;
  }

  open(connectionId: string): WebhookList {
    const existing = this.get(connectionId);
    if (existing !== null) return existing;
    const newNames = () => this.#drafts.newNamesOf(connectionId);
    const list = new WebhookList(this.#client, connectionId, newNames);
    this.#byConnection.set(connectionId, list);
    list.onread = () => {
      this.#onread(connectionId);
    };
    void list.follow();
    return list;
  }

  forget(connectionId: string): void {
    this.get(connectionId)?.end();
    this.#byConnection.delete(connectionId);
  }

  idDefectOf({ base, connectionId }: Draft): IdDefect | null {
    if (base === null) return null;
    return this.get(connectionId)?.idDefects.get(base.id) ?? null;
  }
}

export const [getLists, setLists] = createContext<WebhookLists>();
