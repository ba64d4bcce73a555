import { isOpen, type JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import { settle } from '#domain/publishing/settle.ts';
import type { Journal } from '../journal/journal.ts';
import type { Ports } from '../ports.ts';
import { isOfThisPlace } from './same-place.ts';
import type { Publishing } from './publishing.ts';

interface Needs {
  readonly ports: Pick<Ports, 'webhooks' | 'clock' | 'vault'>;
  readonly house: Omit<Publishing, 'ports' | 'journal'>;
  readonly journal: Journal;
}

/** Between two attempts at an installation that does not answer, in milliseconds, and how many there are. */
const pauses = { first: 1_000, longest: 300_000 };
const attemptsAtMost = 30;

/**
 * Finds out what became of requests whose outcome nobody knows, by reading: whenever an installation was
 * read, when Hookdesk starts, and when a person asks for it. Never sends anything.
 */
export class Settling {
  readonly #needs: Needs;
  readonly #end = new AbortController();
  readonly #underWay = new Map<string, Promise<void>>();
  /** Installations that are tried again and again. */
  readonly #trying = new Set<string>();
  readonly #stopListening: () => void;
  readonly #following: Promise<unknown>;

  constructor(needs: Needs) {
    this.#needs = needs;
    this.#stopListening = needs.house.snapshots.onChange((connectionId, change) => {
      const wasRead = change === 'news' && needs.house.snapshots.get(connectionId) !== null;
      if (wasRead && this.#isOpen(connectionId)) this.#settleQuietly(connectionId);
    });
    this.#following = Promise.all([this.#followJournal(), this.#followVault()]);
  }

  /** Every installation with entries that are open; those that do not answer stay open. */
  async settleAll(): Promise<void> {
    const entries = await this.#needs.journal.openEntries();
    await this.settleEach(entries.map(({ connectionId }) => connectionId));
  }

  /** These installations; those that do not answer stay open. */
  async settleEach(connectionIds: readonly string[]): Promise<void> {
    await Promise.all(
      [...new Set(connectionIds)].map((connectionId) =>
        this.settle(connectionId).catch((error: unknown) => {
          if (!(error instanceof ProblemError)) throw error;
        }),
      ),
    );
  }

  /**
   * Reads one installation, and gives its open entries their outcome.
   *
   * @throws ProblemError where it cannot be read
   */
  settle(connectionId: string): Promise<void> {
    const known = this.#underWay.get(connectionId);
    if (known !== undefined) return known;
    const work = this.#settle(connectionId).finally(() => this.#underWay.delete(connectionId));
    this.#underWay.set(connectionId, work);
    return work;
  }

  async close(): Promise<void> {
    this.#stopListening();
    this.#end.abort();
    await this.#following;
    await Promise.allSettled(this.#underWay.values());
  }

  async #settle(connectionId: string): Promise<void> {
    const { ports, journal, house } = this.#needs;
    const { signal } = this.#end;
    const connection = house.connections.find(connectionId);
    const target = await house.connections.target(connectionId);
    // Known before the reading begins: what it shows is newer than each of them.
    const entries = (await journal.openEntries(connectionId))
      .filter((entry) => connection.practice || isOfThisPlace(entry, target))
      .reverse();
    const [oldest] = entries;
    if (oldest === undefined) return;
    const since = house.snapshots.begin();
    const { webhooks, withoutId } = await ports.webhooks.list(target, { signal, patient: false });
    const taken = await this.#createdSince(connectionId, oldest.at);
    const settlements = settle(entries, webhooks, taken);
    await Promise.all(
      entries.map(async (entry) => {
        const settlement = settlements.get(entry.id);
        if (settlement === undefined) return;
        const { outcome, webhookId, after, notes } = settlement;
        const problem = outcome === 'not-applied' ? entry.problem : null;
        await journal.complete(entry, { outcome, webhookId, after, problem, notes: [...notes] });
        if (webhookId !== null) house.snapshots.note(connectionId, webhookId, after);
      }),
    );
    house.snapshots.keep(connectionId, ports.clock.now(), webhooks, { since, withoutId });
  }

  /** Ids that other creates are known to have made. */
  async #createdSince(connectionId: string, from: Date): Promise<Set<number>> {
    const entries: JournalEntry[] = await this.#needs.journal.all({ connectionId, from });
    return new Set(
      entries.flatMap(({ action, webhookId, outcome }) =>
        action === 'create' && webhookId !== null && !isOpen(outcome) ? [webhookId] : [],
      ),
    );
  }

  #isOpen(connectionId: string): boolean {
    return this.#needs.journal.standing().open.some((each) => each.connectionId === connectionId);
  }

  #settleQuietly(connectionId: string): void {
    this.settle(connectionId).catch(() => undefined);
  }

  async #followJournal(): Promise<void> {
    const { signal } = this.#end;
    try {
      for await (const { open } of this.#needs.journal.watch(signal)) {
        for (const { connectionId } of open) void this.#keepTrying(connectionId);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  async #followVault(): Promise<void> {
    const { signal } = this.#end;
    try {
      for await (const { status } of this.#needs.ports.vault.watch(signal)) {
        if (status !== 'ready') continue;
        for (const { connectionId } of this.#needs.journal.standing().open) {
          void this.#keepTrying(connectionId);
        }
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** Until it is settled, with longer and longer pauses; while the vault is locked that is no use. */
  async #keepTrying(connectionId: string): Promise<void> {
    if (this.#trying.has(connectionId)) return;
    this.#trying.add(connectionId);
    let pause = pauses.first;
    try {
      for (let attempt = 0; attempt < attemptsAtMost; attempt += 1) {
        await this.#needs.ports.clock.sleep(pause, this.#end.signal);
        if (!this.#isOpen(connectionId) || this.#needs.ports.vault.state().status === 'locked') {
          return;
        }
        const isSettled = await this.settle(connectionId).then(
          () => true,
          () => false,
        );
        if (isSettled) return;
        pause = Math.min(pause * 2, pauses.longest);
      }
    } catch {
      // Hookdesk has come to its end.
    } finally {
      this.#trying.delete(connectionId);
    }
  }
}
