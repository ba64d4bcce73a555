import { EventPublisher } from '@orpc/server';
import {
  type OpenedSearch,
  type SearchCoverage,
  searchLimits,
  type SearchRow,
  type SearchSort,
} from '#contract/search.ts';
import type { WebhookSelection } from '#contract/plans.ts';
import { connectionMatches } from '#domain/search/matches.ts';
import { parseQuery } from '#domain/search/parse-query.ts';
import type { SearchTerm, TermName } from '#domain/search/terms.ts';
import type { LocalKeys } from '#domain/search/segment-index.ts';
import type { SearchColumn, SortValue } from '#domain/search/sort-value.ts';
import type { SeenWebhook, WebhookKey } from '#domain/webhook/listed.ts';
import { digestOf } from '#domain/webhook/webhook.ts';
import { changeSinceSeen } from '../installations/change-since-seen.ts';
import { noSuchSearch, stopIfCancelled, tooManySelected } from '../problems.ts';
import { passphraseNeeded } from '../vault/vault-problems.ts';
import { completeValues } from './complete-values.ts';
import { IdleBuild } from './idle-build.ts';
import { type RowRanks, sortByRank, sortInSlices } from './row-ranks.ts';
import { type FoundWebhooks, SearchIndexes, sortValueIn } from './search-indexes.ts';
import { SearchResults } from './search-results.ts';
import { TimeSlices } from '../time-slices.ts';
import { eventsUntil } from '../until-aborted.ts';
import type { Parts } from '../parts.ts';

interface Selection {
  readonly installations: { connectionId: string; webhooks: SeenWebhook[] }[];
  /** Webhooks without a unique id, which cannot be selected. */
  readonly withoutId: number;
}

interface CheckedSelection {
  readonly gone: { connectionId: string; webhookId: number }[];
  /** Selected webhooks that changed since. */
  changed: number;
  /** Selected webhooks that are not in the results. */
  notShown: number;
}

/** Windows can end without closing their searches. The newest stays, even above the limits. */
const openLimits = { searches: 20, results: 1_000_000 };

/** More results wait until all rows are ranked; fewer are sorted by comparing their values. */
const maxCompared = 20_000;

/** Milliseconds between two versions that a window gets. */
const reportPause = 500;

/** Webhooks between two checks of the clock. */
const webhooksPerCheck = 1_000;

/** Finds nearly all webhooks. */
const wide: readonly SearchTerm[] = [{ term: 'text', value: 'http', negated: false }];
const byName: SearchSort = { by: 'name', descending: false };

/** Searches the last lists of all installations, in slices of time. */
export class Searches {
  readonly #parts: Parts;
  readonly #indexes: SearchIndexes;
  readonly #results = new Map<string, SearchResults>();
  readonly #changes = new EventPublisher<{ changed: null }>({ maxBufferedEvents: 1 });
  readonly #end = new AbortController();
  readonly #idleBuild: IdleBuild;
  #version = 1;
  #loading = 0;
  #searching = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { connections, snapshots, drafts } = parts;
    this.#indexes = new SearchIndexes(snapshots, () => {
      this.#buildSoon();
    });
    this.#idleBuild = new IdleBuild({
      clock: parts.ports.clock,
      snapshots,
      indexes: this.#indexes,
      isSearching: () => this.#searching > 0,
      rehearse: async (slices) =>
        this.#sort(await this.#findWebhooks(wide, byName, slices), byName, slices),
    });
    const report = (): void => {
      this.#report();
    };
    snapshots.onChange((_, change) => {
      // A search loads the stored lists itself.
      if (change !== 'loaded' || this.#loading === 0) report();
    });
    connections.onChange(report);
    drafts.onEditedChange(report);
    void this.#followVault();
  }

  async open(text: string, sort: SearchSort, signal?: AbortSignal): Promise<OpenedSearch> {
    const slices = this.#slices(signal);
    this.#searching += 1;
    try {
      return await this.#search(text, sort, slices);
    } finally {
      this.#searching -= 1;
    }
  }

  async #search(text: string, sort: SearchSort, slices: TimeSlices): Promise<OpenedSearch> {
    await this.#load(slices);
    // A list that is read from here on may be missing in the results.
    const version = this.#version;
    const coverage = this.#searchedInstallations();
    const { terms, mistakes } = parseQuery(text);
    const found = mistakes.length > 0 ? [] : await this.#findWebhooks(terms, sort, slices);
    const results = await this.#sort(found, sort, slices);
    const searchId = this.#parts.ports.newId();
    this.#addResults(searchId, results);
    return {
      searchId,
      total: results.size,
      coverage,
      mistakes: [...mistakes],
      version,
    };
  }

  rows(searchId: string, from: number, count: number): SearchRow[] {
    const results = this.#resultsOf(searchId);
    const edited = this.#parts.drafts.editedWebhooks();
    const rows: SearchRow[] = [];
    for (let index = from; index < Math.min(from + count, results.size); index += 1) {
      const { connectionId, key } = results.at(index);
      const snapshot = this.#parts.snapshots.get(connectionId);
      const row = snapshot?.webhooks.rowOf(key);
      rows.push({
        connectionId,
        key,
        webhook: snapshot == null || row === undefined ? null : snapshot.webhooks.summaryOf(row),
        edited: edited.get(connectionId)?.has(key) ?? false,
        changed: snapshot?.marks.has(key) ?? false,
      });
    }
    return rows;
  }

  /** -1 if it is not a result. */
  indexOf(searchId: string, connectionId: string, key: WebhookKey): number {
    return this.#resultsOf(searchId).indexOf(connectionId, key);
  }

  /** @throws ProblemError `refused` for more webhooks than a plan takes */
  async selection(
    searchId: string,
    except: readonly { connectionId: string; key: WebhookKey }[],
    signal?: AbortSignal,
  ): Promise<Selection> {
    const results = this.#resultsOf(searchId);
    const slices = this.#slices(signal);
    const excepted = Map.groupBy(except, ({ connectionId }) => connectionId);
    const exceptedKeys = new Map(
      [...excepted].map(([id, group]) => [id, new Set(group.map(({ key }) => key))]),
    );
    const selected = new Map<string, SeenWebhook[]>();
    let count = 0;
    let withoutId = 0;
    for (let index = 0; index < results.size; index += 1) {
      if (index % webhooksPerCheck === 0) await slices.next();
      const { connectionId, key } = results.at(index);
      if (exceptedKeys.get(connectionId)?.has(key) === true) continue;
      const webhook = this.#parts.snapshots.get(connectionId)?.webhooks.get(key);
      if (webhook === undefined) continue;
      if (webhook.id === null) {
        withoutId += 1;
        continue;
      }
      count += 1;
      const webhooks = selected.get(connectionId) ?? [];
      webhooks.push({ id: webhook.id, digest: digestOf(webhook) });
      selected.set(connectionId, webhooks);
    }
    if (count > searchLimits.selected) throw tooManySelected(count, searchLimits.selected);
    const installations = [...selected].map(([connectionId, webhooks]) => ({
      connectionId,
      webhooks,
    }));
    return { installations, withoutId };
  }

  /** Compares a selection with the last lists. Webhooks that are gone must leave it. */
  async checkSelection(
    searchId: string | null,
    selection: WebhookSelection,
    signal?: AbortSignal,
  ): Promise<CheckedSelection> {
    const slices = this.#slices(signal);
    const results = searchId === null ? null : this.#resultsOf(searchId);
    const checked: CheckedSelection = { gone: [], changed: 0, notShown: 0 };
    const notFound = new Map<string, Set<WebhookKey>>();
    let count = 0;
    for (const { connectionId, webhooks } of selection) {
      const snapshot = this.#parts.snapshots.get(connectionId);
      const ids = notFound.get(connectionId) ?? new Set();
      notFound.set(connectionId, ids);
      for (const webhook of webhooks) {
        if (count++ % webhooksPerCheck === 0) await slices.next();
        const change = snapshot === null ? 'none' : changeSinceSeen(snapshot, webhook);
        if (change === 'gone') checked.gone.push({ connectionId, webhookId: webhook.id });
        else ids.add(webhook.id);
        if (change === 'changed') checked.changed += 1;
      }
    }
    if (results === null) return checked;
    for (let index = 0; index < results.size; index += 1) {
      if (index % webhooksPerCheck === 0) await slices.next();
      const { connectionId, key } = results.at(index);
      notFound.get(connectionId)?.delete(key);
    }
    for (const { size } of notFound.values()) checked.notShown += size;
    return checked;
  }

  /** At most 20. Values that begin with the text come first. */
  async values(term: TermName, text: string, signal?: AbortSignal): Promise<string[]> {
    const slices = this.#slices(signal);
    await this.#load(slices);
    const connections = this.#parts.connections.saved();
    const indexes = connections.flatMap(({ id }) => this.#indexes.of(id) ?? []);
    return completeValues(term, text, { connections, indexes }, searchLimits.values);
  }

  close(searchId: string): void {
    this.#results.delete(searchId);
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<{ version: number }, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    try {
      yield { version: this.#version };
      while ((await changes.next()).done !== true) {
        yield { version: this.#version };
        await this.#parts.ports.clock.sleep(reportPause, signal);
      }
    } finally {
      await changes.return();
    }
  }

  /** Must be called before the ports are closed. */
  end(): void {
    this.#end.abort();
    this.#clear();
  }

  #report(): void {
    this.#version += 1;
    this.#changes.publish('changed', null);
  }

  #buildSoon(column?: SearchColumn): void {
    if (!this.#isLocked && !this.#end.signal.aborted) this.#idleBuild.restart(column);
  }

  #clear(): void {
    this.#idleBuild.stop();
    this.#indexes.clear();
    this.#results.clear();
  }

  /** The indexes hold plain texts, URLs with secrets among them. */
  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    const { vault } = this.#parts.ports;
    let { status: lastStatus } = vault.state();
    for await (const { status } of eventsUntil(signal, vault.watch(signal))) {
      if (status === 'locked') this.#clear();
      else if (lastStatus === 'locked') this.#buildSoon();
      if (status !== lastStatus) this.#report();
      lastStatus = status;
    }
  }

  get #canLoad(): boolean {
    const { status } = this.#parts.ports.vault.state();
    return status === 'ready' || status === 'memory';
  }

  get #isLocked(): boolean {
    return this.#parts.ports.vault.state().status === 'locked';
  }

  #slices(signal: AbortSignal | undefined): TimeSlices {
    const check = (): void => {
      stopIfCancelled(signal);
      stopIfCancelled(this.#end.signal);
      if (this.#isLocked) throw passphraseNeeded();
    };
    check();
    return new TimeSlices(this.#parts.ports.clock, check);
  }

  #resultsOf(searchId: string): SearchResults {
    if (this.#isLocked) throw passphraseNeeded();
    const results = this.#results.get(searchId);
    if (results === undefined) throw noSuchSearch();
    return results;
  }

  #addResults(searchId: string, results: SearchResults): void {
    this.#results.set(searchId, results);
    let size = 0;
    for (const open of this.#results.values()) size += open.size;
    for (const [oldest, itsResults] of this.#results) {
      const isTooMuch = this.#results.size > openLimits.searches || size > openLimits.results;
      if (!isTooMuch || oldest === searchId) return;
      size -= itsResults.size;
      this.#results.delete(oldest);
    }
  }

  async #load(slices: TimeSlices): Promise<void> {
    this.#loading += 1;
    try {
      for (const { id } of this.#parts.connections.saved()) {
        // A keychain that has not answered could keep each list waiting.
        if (this.#canLoad) await this.#parts.snapshotPersistence.load(id);
        await slices.next();
        this.#indexes.of(id);
        await slices.next();
      }
    } finally {
      this.#loading -= 1;
    }
  }

  async #findWebhooks(
    terms: readonly SearchTerm[],
    { by, descending }: SearchSort,
    slices: TimeSlices,
  ): Promise<FoundWebhooks[]> {
    const edited = this.#parts.drafts.editedWebhooks();
    const connections = this.#parts.connections
      .saved()
      .filter((connection) => connectionMatches(terms, connection));
    const isReversed = by === 'installation' && descending;
    const found: FoundWebhooks[] = [];
    for (const { id } of isReversed ? connections.toReversed() : connections) {
      const ofInstallation = this.#indexes.find(id, terms, this.#keysOf(id, edited));
      if (ofInstallation !== null) found.push(ofInstallation);
      await slices.next();
    }
    return found;
  }

  #keysOf(connectionId: string, edited: ReadonlyMap<string, Set<WebhookKey>>): LocalKeys {
    return {
      edited: edited.get(connectionId) ?? new Set<WebhookKey>(),
      changed: this.#parts.snapshots.get(connectionId)?.marks ?? new Set<WebhookKey>(),
    };
  }

  async #sort(
    found: readonly FoundWebhooks[],
    { by, descending }: SearchSort,
    slices: TimeSlices,
  ): Promise<SearchResults> {
    const results = SearchResults.of(found);
    if (by === 'installation') return results;
    const ranks = await this.#ranksOf(found, results.size, by, slices);
    if (ranks !== null) return results.inOrder(sortByRank(ranks, descending));
    const values: SortValue[] = [];
    for (const ofInstallation of found) {
      for (const row of ofInstallation.rows) {
        if (values.length % webhooksPerCheck === 0) await slices.next();
        values.push(sortValueIn(ofInstallation, row, by));
      }
    }
    return results.inOrder(await sortInSlices(values, descending, slices));
  }

  /** Returns `null` when comparing the values is quicker than ranking, or a changed webhook has no rank. */
  async #ranksOf(
    found: readonly FoundWebhooks[],
    size: number,
    by: SearchColumn,
    slices: TimeSlices,
  ): Promise<Uint32Array | null> {
    if (found.some(({ changed }) => changed.length > 0)) return null;
    const ranks = this.#indexes.ranks(by) ?? (await this.#rankNow(size, by, slices));
    if (ranks === null) return null;
    const ranksOfResults = new Uint32Array(size);
    let at = 0;
    for (const { index, rows } of found) {
      const ranksOfIndex = ranks.get(index);
      // The list was refreshed meanwhile.
      if (ranksOfIndex === undefined) return null;
      for (const row of rows) {
        ranksOfResults[at] = ranksOfIndex[row] ?? 0;
        at += 1;
      }
    }
    return ranksOfResults;
  }

  /** Returns `null` when to compare the results is quicker than to rank the rows of all lists. */
  async #rankNow(size: number, by: SearchColumn, slices: TimeSlices): Promise<RowRanks | null> {
    if (size < maxCompared) return null;
    if (size * 2 < this.#indexes.size) {
      if (!this.#idleBuild.ranks(by)) this.#buildSoon(by);
      return null;
    }
    // The build would do the same work again.
    this.#idleBuild.stop();
    try {
      return await this.#indexes.rank(by, slices);
    } finally {
      this.#buildSoon(by);
    }
  }

  #searchedInstallations(): SearchCoverage {
    const { connections, snapshots, snapshotPersistence } = this.#parts;
    const coverage: SearchCoverage = {
      installations: 0,
      searched: 0,
      neverRead: [],
      notLoaded: [],
      oldestReadAt: null,
    };
    for (const { id } of connections.saved()) {
      coverage.installations += 1;
      const readAt = snapshots.get(id)?.readAt;
      if (readAt !== undefined) {
        coverage.searched += 1;
        const oldest = coverage.oldestReadAt;
        if (oldest === null || readAt < oldest) coverage.oldestReadAt = readAt;
      } else if (snapshotPersistence.mayHaveStored(id)) {
        coverage.notLoaded.push(id);
      } else {
        coverage.neverRead.push(id);
      }
    }
    return coverage;
  }
}
