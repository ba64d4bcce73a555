import { collectionUrl } from '#domain/installation/address.ts';
import type { CreateCandidate, JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import { finishMilliseconds } from '#domain/installation/limits.ts';
import { settle, type Settlement } from '#domain/publishing/settle-by-list.ts';
import { mostCandidates } from '#domain/publishing/attribute-creates.ts';
import { isInRanges } from '#domain/publishing/id-ranges.ts';
import { effectOf, withoutEffect } from '#domain/publishing/write-effect.ts';
import { addressable } from '#domain/webhook/listed.ts';
import type { Webhook } from '#domain/webhook/webhook.ts';
import type { EntryEnd } from '../journal/journal.ts';
import type { Target } from '../ports.ts';
import { eventsUntil } from '../events-until.ts';
import { hasCreator } from './has-creator.ts';
import type { Parts } from '../parts.ts';

type Needs = Pick<Parts, 'ports' | 'installations' | 'snapshots' | 'journal'>;

/** Milliseconds between attempts. */
const pauses = { first: 1_000, longest: 300_000 };
const maxAttempts = 30;

/** Finds unknown outcomes by reading: after each list, at start and on request. Never sends. */
export class Reconciler {
  readonly #needs: Needs;
  readonly #end = new AbortController();
  readonly #underWay = new Map<string, Promise<number | null>>();
  readonly #trying = new Set<string>();
  readonly #stopListening: () => void;
  readonly #following: Promise<unknown>;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#stopListening = needs.snapshots.onChange((connectionId, change) => {
      const wasRead = change === 'changed' && needs.snapshots.get(connectionId) !== null;
      if (wasRead && this.#isOpen(connectionId)) this.#reconcileQuietly(connectionId);
    });
    this.#following = Promise.all([this.#followJournal(), this.#followVault()]);
  }

  async reconcileAll(): Promise<void> {
    const entries = await this.#needs.journal.openEntries();
    await this.reconcileEach(entries.map(({ connectionId }) => connectionId));
  }

  async reconcileEach(connectionIds: readonly string[]): Promise<void> {
    await Promise.all(
      [...new Set(connectionIds)].map((connectionId) =>
        this.reconcile(connectionId).catch((error: unknown) => {
          if (!(error instanceof ProblemError)) throw error;
        }),
      ),
    );
  }

  /** @returns milliseconds until the next attempt, 0 for the usual pause, `null` when nothing is left open */
  reconcile(connectionId: string): Promise<number | null> {
    const known = this.#underWay.get(connectionId);
    if (known !== undefined) return known;
    const work = this.#reconcile(connectionId).finally(() => this.#underWay.delete(connectionId));
    this.#underWay.set(connectionId, work);
    return work;
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.#end.abort();
    await this.#following;
    await Promise.allSettled(this.#underWay.values());
  }

  async #reconcile(connectionId: string): Promise<number | null> {
    const { journal, installations } = this.#needs;
    const { signal } = this.#end;
    const client = await installations.open(connectionId, { waitForSignIn: false });
    const { connection, target } = client;
    // Read before the list, so that the list is newer than each entry.
    const open = await journal.openEntries(connectionId, signal);
    const entries = open.filter((entry) => connection.practice || wentTo(entry, target)).reverse();
    const ofOtherPlaces = open.length - entries.length;
    const left = (): 0 | null => (this.#openCount(connectionId) > ofOtherPlaces ? 0 : null);
    if (entries.length === 0) return left();
    const limit = finishMilliseconds(connection.limits);
    const waits = new Map(entries.map(({ id }) => [id, limit - journal.open.leftFor(id)]));
    let wait = 0;
    const completing: Promise<unknown>[] = [];
    await client.list({
      signal,
      beforeSnapshot: async ({ webhooks }) => {
        const taken = await this.#createdByOthers(connectionId, entries, addressable(webhooks));
        const later = await this.#laterRequests(entries);
        // No `await` from here on, so that no entry changes before it is completed.
        const current = entries.filter((entry) => journal.open.isLeft(entry));
        for (const id of journal.open.createdSince(current)) taken.add(id);
        const underWay = journal.open.underWay(connectionId);
        const uncontested = current.filter(
          (entry) => !underWay.some((other) => isContested(entry, other)),
        );
        if (uncontested.length < current.length) wait = limit;
        const settlements = settle(uncontested, webhooks, taken, later);
        const byId = new Map(addressable(webhooks).map((webhook) => [webhook.id, webhook]));
        for (const entry of uncontested) {
          const settlement = settlements.get(entry.id);
          if (settlement === undefined) continue;
          const { outcome, webhookId, after, notes, candidates = [] } = settlement;
          if (outcome === 'unknown' && sameCandidates(entry, candidates)) continue;
          const untilFinished = waits.get(entry.id) ?? limit;
          if (outcome !== 'unknown' && untilFinished > 0 && !isFinal(settlement, entry)) {
            wait = Math.max(wait, untilFinished);
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
          completing.push(journal.complete(entry, end));
          if (webhookId !== null) client.noteWritten(webhookId, byId.get(webhookId) ?? null);
        }
      },
    });
    await Promise.all(completing);
    return wait > 0 ? wait : left();
  }

  /** Ids that the journal gives to other creates, among those that these creates could have. */
  async #createdByOthers(
    connectionId: string,
    entries: readonly JournalEntry[],
    webhooks: readonly Webhook[],
  ): Promise<Set<number>> {
    const creates = entries.filter(({ action }) => action === 'create');
    const names = new Set(creates.map(({ meant }) => meant?.name));
    const fresh = webhooks.filter(({ id }) =>
      creates.some(({ knownIds }) => !isInRanges(knownIds ?? [], id)),
    );
    const taken = new Set<number>();
    for (const [index, { id, name, unreported }] of fresh.entries()) {
      const mayBeCandidate = index >= fresh.length - mostCandidates;
      if (!mayBeCandidate && !names.has(name) && !unreported.includes('name')) continue;
      if (await hasCreator(this.#needs.journal, { connectionId, webhookId: id })) taken.add(id);
    }
    return taken;
  }

  async #laterRequests(
    entries: readonly JournalEntry[],
  ): Promise<ReadonlyMap<string, readonly JournalEntry[]>> {
    const later = new Map<string, readonly JournalEntry[]>();
    for (const { id, connectionId, webhookId, sequence } of entries) {
      if (webhookId === null) continue;
      const since = sequence + 1;
      const newestFirst = await this.#needs.journal.all({ connectionId, webhookId, since });
      later.set(id, newestFirst.reverse());
    }
    return later;
  }

  #isOpen(connectionId: string): boolean {
    return this.#openCount(connectionId) > 0;
  }

  #openCount(connectionId: string): number {
    const { open } = this.#needs.journal.state();
    return open.find((each) => each.connectionId === connectionId)?.count ?? 0;
  }

  #reconcileQuietly(connectionId: string): void {
    this.reconcile(connectionId).catch(() => undefined);
  }

  async #followJournal(): Promise<void> {
    const { signal } = this.#end;
    for await (const { open } of eventsUntil(signal, this.#needs.journal.watch(signal))) {
      for (const { connectionId } of open) void this.#keepTrying(connectionId);
    }
  }

  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    for await (const { status } of eventsUntil(signal, this.#needs.ports.vault.watch(signal))) {
      if (status !== 'ready') continue;
      for (const { connectionId } of this.#needs.journal.state().open) {
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
        await this.#needs.ports.clock.sleep(pause, this.#end.signal);
        if (!this.#isOpen(connectionId) || this.#needs.ports.vault.state().status === 'locked') {
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

/** The request went to another address when the settings changed: the list here proves nothing. */
function wentTo({ request }: JournalEntry, target: Target): boolean {
  const here = collectionUrl(target);
  return URL.canParse(here) && request.url.startsWith(new URL(here).href);
}

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

/** Whether the outcome stays true even if the installation is still processing the request. */
const isFinal = (
  { outcome }: Settlement,
  { action, problem }: Pick<JournalEntry, 'action' | 'problem'>,
): boolean =>
  outcome === 'done' ||
  (outcome === 'differs' && action === 'create') ||
  (problem !== null && effectOf(problem) === 'finished');
