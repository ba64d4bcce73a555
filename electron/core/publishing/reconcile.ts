import { collectionUrl } from '#domain/installation/address.ts';
import { type CreateCandidate, isInRanges, type JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import { finishMilliseconds } from '#domain/installation/limits.ts';
import { mayStillChange, withoutEffect } from '#domain/publishing/effect-by-answer.ts';
import { outcomeByList, type Settlement } from '#domain/publishing/outcome-by-list.ts';
import { isSurelyOf, maxCandidates } from '#domain/publishing/attribute-creates.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { EntryEnd } from '../journal/journal.ts';
import type { Target } from '../ports.ts';
import { eventsUntil } from '../until-aborted.ts';
import type { Parts } from '../parts.ts';

/** Milliseconds between attempts for an installation. */
const pauses = { first: 1_000, longest: 300_000 };
const maxAttempts = 30;

/** Finds unknown outcomes by reading: after each list, at start and on request. Never sends. */
export class Reconciler {
  readonly #parts: Parts;
  readonly #end = new AbortController();
  readonly #running = new Map<string, Promise<number | null>>();
  readonly #trying = new Set<string>();
  readonly #stopListening: () => void;
  readonly #listening: Promise<unknown>;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#stopListening = parts.snapshots.onChange((connectionId, change) => {
      const wasRead = change !== 'loaded' && parts.snapshots.get(connectionId) !== null;
      if (wasRead && this.#isOpen(connectionId)) this.#reconcileQuietly(connectionId);
    });
    this.#listening = Promise.all([this.#followJournal(), this.#followVault()]);
  }

  /**
   * @param among installations; `null` for all
   * @returns milliseconds until another call can find more outcomes, 0 when waiting does not help
   */
  async reconcileAll(among: readonly string[] | null = null): Promise<number> {
    const entries = await this.#parts.journal.openEntries();
    const open = entries.map(({ connectionId }) => connectionId);
    return this.reconcileEach(among === null ? open : open.filter((id) => among.includes(id)));
  }

  /** @returns as `reconcileAll` */
  async reconcileEach(connectionIds: readonly string[]): Promise<number> {
    const waits = await Promise.all(
      [...new Set(connectionIds)].map((connectionId) =>
        this.reconcile(connectionId).catch((error: unknown) => {
          if (!(error instanceof ProblemError)) throw error;
          return null;
        }),
      ),
    );
    return Math.max(0, ...waits.map((wait) => wait ?? 0));
  }

  /** @returns milliseconds until the next attempt, 0 for the usual pause, `null` when no entry stays open */
  reconcile(connectionId: string): Promise<number | null> {
    const running = this.#running.get(connectionId);
    if (running !== undefined) return running;
    const work = this.#reconcile(connectionId).finally(() => this.#running.delete(connectionId));
    this.#running.set(connectionId, work);
    return work;
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.#end.abort();
    await this.#listening;
    await Promise.allSettled(this.#running.values());
  }

  async #reconcile(connectionId: string): Promise<number | null> {
    const { journal, installations } = this.#parts;
    const { signal } = this.#end;
    const client = await installations.open(connectionId, { waitForSignIn: false });
    const { connection, target } = client;
    // Read before the list, so that the list is newer than each entry.
    const openEntries = await journal.openEntries(connectionId, signal);
    const entries = openEntries
      .filter((entry) => connection.practice || wasSentTo(target, entry))
      .reverse();
    const ofOtherAddresses = openEntries.length - entries.length;
    const nextAttempt = (): 0 | null =>
      this.#openCount(connectionId) > ofOtherAddresses ? 0 : null;
    if (entries.length === 0) return nextAttempt();
    const limit = finishMilliseconds(connection.limits);
    // Milliseconds for which the installation may still process the request of an entry.
    const untilFinished = new Map(entries.map(({ id }) => [id, limit - journal.open.leftFor(id)]));
    let wait = 0;
    const completions: Promise<unknown>[] = [];
    await client.list({
      signal,
      beforeSnapshot: async ({ webhooks }) => {
        const attributed = await this.#createdByOthers(
          connectionId,
          entries,
          addressable(webhooks),
        );
        const later = await this.#laterRequests(entries);
        // No `await` from here on, so that no entry changes before it is completed.
        const current = entries.filter((entry) => journal.open.isLeft(entry));
        for (const id of journal.open.createdSince(current)) attributed.set(id, 'yes');
        const running = journal.open.underWay(connectionId);
        const uncontested = current.filter(
          (entry) => !running.some((other) => isContested(entry, other)),
        );
        if (uncontested.length < current.length) wait = limit;
        const settlements = outcomeByList(uncontested, webhooks, attributed, later);
        const byId = new Map(addressable(webhooks).map((webhook) => [webhook.id, webhook]));
        for (const entry of uncontested) {
          const settlement = settlements.get(entry.id);
          if (settlement === undefined) continue;
          const { outcome, webhookId, after, notes, candidates = [] } = settlement;
          if (outcome === 'unknown' && sameCandidates(entry, candidates)) continue;
          const mayRunFor = untilFinished.get(entry.id) ?? limit;
          if (mayRunFor > 0 && mayStillChange(settlement, entry)) {
            wait = Math.max(wait, mayRunFor);
            continue;
          }
          const problem = problemAfter(outcome, entry.problem);
          const end: EntryEnd = {
            outcome,
            webhookId,
            after,
            problem,
            notes: [...notes],
            candidates: [...candidates],
          };
          completions.push(journal.complete(entry, end));
          // What others did instead is a change to tell.
          const isOwn = outcome === 'done' || (outcome === 'differs' && mayBeOwn(entry));
          if (webhookId !== null && isOwn)
            client.noteWritten(webhookId, byId.get(webhookId) ?? null);
        }
      },
    });
    await Promise.all(completions);
    return wait > 0 ? wait : nextAttempt();
  }

  /** Webhooks that the journal gives to other creates, by id, among those that these creates could have made. */
  async #createdByOthers(
    connectionId: string,
    entries: readonly JournalEntry[],
    webhooks: readonly Webhook[],
  ): Promise<Map<number, 'yes' | 'maybe'>> {
    const creates = entries.filter(({ action }) => action === 'create');
    const names = new Set(creates.map(({ meant }) => meant?.name));
    const newWebhooks = webhooks.filter(({ id }) =>
      creates.some(({ knownIds }) => !isInRanges(knownIds ?? [], id)),
    );
    const attributed = new Map<number, 'yes' | 'maybe'>();
    for (const [index, { id, name, unreported }] of newWebhooks.entries()) {
      const mayBeCandidate = index >= newWebhooks.length - maxCandidates;
      if (!mayBeCandidate && !names.has(name) && !unreported.includes('name')) continue;
      const creators = await this.#parts.journal.creatorsOf(connectionId, id);
      if (creators.length > 0) attributed.set(id, isSurelyOf(creators, creates) ? 'yes' : 'maybe');
    }
    return attributed;
  }

  /** Requests that were sent for the webhook of each entry after it, oldest first. */
  async #laterRequests(
    entries: readonly JournalEntry[],
  ): Promise<ReadonlyMap<string, readonly JournalEntry[]>> {
    const later = new Map<string, readonly JournalEntry[]>();
    for (const { id, connectionId, webhookId, sequence } of entries) {
      if (webhookId === null) continue;
      const since = sequence + 1;
      const newestFirst = await this.#parts.journal.all({ connectionId, webhookId, since });
      later.set(id, newestFirst.reverse());
    }
    return later;
  }

  #isOpen(connectionId: string): boolean {
    return this.#openCount(connectionId) > 0;
  }

  #openCount(connectionId: string): number {
    const { open } = this.#parts.journal.state();
    return open.find((counted) => counted.connectionId === connectionId)?.count ?? 0;
  }

  #reconcileQuietly(connectionId: string): void {
    this.reconcile(connectionId).catch(() => undefined);
  }

  async #followJournal(): Promise<void> {
    const { signal } = this.#end;
    for await (const { open } of eventsUntil(signal, this.#parts.journal.watch(signal))) {
      for (const { connectionId } of open) void this.#keepTrying(connectionId);
    }
  }

  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    for await (const { status } of eventsUntil(signal, this.#parts.ports.vault.watch(signal))) {
      if (status !== 'ready') continue;
      for (const { connectionId } of this.#parts.journal.state().open) {
        void this.#keepTrying(connectionId);
      }
    }
  }

  /** Retries with growing pauses; stops while the vault is locked. */
  async #keepTrying(connectionId: string): Promise<void> {
    if (this.#trying.has(connectionId)) return;
    this.#trying.add(connectionId);
    let pause = pauses.first;
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
        await this.#parts.ports.clock.sleep(pause, this.#end.signal);
        if (!this.#isOpen(connectionId) || this.#parts.ports.vault.state().status === 'locked') {
          return;
        }
        const wait = await this.reconcile(connectionId).catch(() => 0);
        if (wait === null) return;
        pause = Math.min(pause * 2, wait > 0 ? wait : pauses.longest);
      }
    } catch {
      // Hookdesk is closing.
    } finally {
      this.#trying.delete(connectionId);
    }
  }
}

/** A list proves nothing about a request that was sent to the address of former settings. */
function wasSentTo(target: Target, { request }: JournalEntry): boolean {
  const url = collectionUrl(target);
  return URL.canParse(url) && request.url.startsWith(new URL(url).href);
}

/** Whether a webhook that differs from what the request sent may still be its result. */
const mayBeOwn = ({ action, accepted }: JournalEntry): boolean => accepted || action === 'create';

/** The list does not name a webhook's creator, so a running request may have caused what it shows. */
function isContested(entry: JournalEntry, other: JournalEntry): boolean {
  if (entry.action !== 'create') return entry.webhookId === other.webhookId;
  return other.action === 'create' && entry.meant?.name === other.meant?.name;
}

function problemAfter(
  outcome: Settlement['outcome'],
  doubt: JournalEntry['problem'],
): JournalEntry['problem'] {
  if (doubt === null || outcome === 'unknown') return doubt;
  return outcome === 'not-applied' ? withoutEffect(doubt) : null;
}

const sameCandidates = ({ candidates }: JournalEntry, found: readonly CreateCandidate[]): boolean =>
  candidates.length === found.length &&
  candidates.every(({ id }, index) => id === found[index]?.id);
