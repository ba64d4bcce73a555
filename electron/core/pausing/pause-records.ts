import pLimit from 'p-limit';
import type { PersistenceStatus } from '#contract/persistence.ts';
import {
  holderOf,
  isPastEnd,
  mayBeDisabledByPause,
  type Pause,
  type PausedWebhook,
} from '#domain/pausing/pause.ts';
import { afterPausingEntries } from '#domain/pausing/after-pausing-entries.ts';
import type { JournalEntry } from '#domain/journal/entry.ts';
import { ProblemError } from '#domain/problem.ts';
import type { PlanRow } from '#domain/publishing/plan.ts';
import type { Journal } from '../journal/journal.ts';
import { explainedStatus, PersistentQueue } from '../persistence/persistent-queue.ts';
import type { Ports } from '../ports.ts';
import { noSuchPause, pausesChanged } from './pause-problems.ts';

type Key = Pick<PausedWebhook, 'connectionId' | 'webhookId'>;

/** Milliseconds for which entries are collected before the pauses follow them. */
const gathering = 500;

const webhooksPerTurn = 20;

const meaning = {
  memory: 'Pauses are in memory only, like the secrets. They are deleted when Hookdesk closes.',
  locked: 'Pauses are encrypted. Nothing is paused or resumed until you unlock the vault.',
};

/** The pauses on disk. What History says of their webhooks is written into them before it is pruned. */
export class PauseRecords {
  readonly #ports: Ports;
  readonly #journal: Journal;
  readonly #queue: PersistentQueue<Pause>;
  readonly #oneAtATime = pLimit(1);
  readonly #end = new AbortController();
  readonly #listeners: (() => void)[] = [];
  /** Webhooks of all pauses; `null` before the first reading. */
  #keys: ReadonlySet<string> | null = null;
  readonly #dirty = new Map<string, Key>();
  #isFollowing = false;
  /** Entries may be missing in the records: none was read yet, or the disk or vault refused. */
  #isStale = true;

  constructor(ports: Ports, journal: Journal) {
    this.#ports = ports;
    this.#journal = journal;
    this.#queue = new PersistentQueue(ports, {
      keyOf: ({ id }) => id,
      write: (changed, sealer) => ports.pauses.write(changed, sealer),
      onAttempt: () => {
        this.#tell();
      },
    });
    journal.onEntry((entry) => {
      this.#follow(entry);
    });
    journal.beforePrune(() => this.update());
  }

  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  get status(): PersistenceStatus {
    return explainedStatus(this.#queue.status, meaning);
  }

  /** Resolves when the vault's state is known. */
  get vaultAnswer(): Promise<unknown> {
    return this.#queue.vaultAnswer;
  }

  /** Oldest first. @throws ProblemError `vault-locked`, `storage-failed` */
  async all(): Promise<Pause[]> {
    const { pauses } = this.#ports;
    const stored = this.#queue.isInMemory ? [] : await pauses.all(await this.#queue.sealer());
    const all = new Map(stored.map((pause) => [pause.id, pause]));
    for (const pause of this.#queue.pending.values()) all.set(pause.id, pause);
    const found = [...all.values()].sort((a, b) => a.madeAt.getTime() - b.madeAt.getTime());
    this.#keys = new Set(found.flatMap(({ webhooks }) => webhooks.map(textOf)));
    return found;
  }

  async find(pauseId: string): Promise<Pause> {
    const found = (await this.all()).find(({ id }) => id === pauseId);
    if (found === undefined) throw noSuchPause();
    return found;
  }

  /**
   * Ids of the plans whose rest is not sent any more: a pause that ended would never enable again what it disables,
   * and a later plan resumed what the rest of an earlier one enables.
   */
  async plansPastEnd(): Promise<ReadonlySet<string>> {
    const now = this.#ports.clock.now();
    const pauses = await this.all();
    const ended = pauses.filter((pause) => isPastEnd(pause, now));
    const open = pauses.filter(({ webhooks }) => webhooks.some(mayBeDisabledByPause));
    const latest = new Set(open.map(({ resumingPlanIds }) => resumingPlanIds.at(-1)));
    const replaced = pauses.flatMap(({ resumingPlanIds }) => resumingPlanIds);
    return new Set([
      ...ended.flatMap(({ pausingPlanId }) => pausingPlanId ?? []),
      ...replaced.filter((id) => !latest.has(id)),
    ]);
  }

  /** Ids of the pauses that this plan resumes. */
  async resumedBy(planId: string): Promise<string[]> {
    const all = await this.all();
    return all.filter((pause) => pause.resumingPlanIds.includes(planId)).map(({ id }) => id);
  }

  /** Refuses to enable webhooks that another pause keeps disabled by now. @throws ProblemError `refused` */
  async refuseHeld(
    rows: readonly Pick<PlanRow, 'connectionId' | 'live'>[],
    resumedIds: readonly string[],
  ): Promise<void> {
    const now = this.#ports.clock.now();
    const others = (await this.all()).filter(({ id }) => !resumedIds.includes(id));
    for (const { connectionId, live } of rows) {
      if (live === null) continue;
      if (holderOf({ connectionId, webhookId: live.id }, others, now)) throw pausesChanged();
    }
  }

  /** Resolves when the pauses are on disk: no request of them may be sent before. */
  async write(pauses: readonly Pause[]): Promise<void> {
    await this.#oneAtATime(() => this.#write(pauses));
  }

  /** Changes the pauses that exist, as they are on disk. */
  async change(pauseIds: readonly string[], change: (pause: Pause) => Pause): Promise<void> {
    await this.#oneAtATime(async () => {
      const all = await this.all();
      await this.#write(all.filter(({ id }) => pauseIds.includes(id)).map(change));
    });
  }

  /** Ends pauses with a plan that resumes them. @returns what undoes it when the plan cannot begin */
  async endWith(planId: string, pauseIds: readonly string[]): Promise<() => Promise<void>> {
    const before = new Map(
      (await this.all()).map(({ id, endedAt, note }) => [id, { endedAt, note }] as const),
    );
    await this.change(pauseIds, (pause) => ({
      ...pause,
      endedAt: pause.endedAt ?? this.#ports.clock.now(),
      note: null,
      resumingPlanIds: [...pause.resumingPlanIds, planId],
    }));
    return () =>
      this.change(pauseIds, (pause) => ({
        ...pause,
        ...before.get(pause.id),
        resumingPlanIds: pause.resumingPlanIds.filter((id) => id !== planId),
      }));
  }

  async remove(pauseId: string): Promise<void> {
    await this.#oneAtATime(async () => {
      this.#queue.drop(pauseId);
      if (!this.#queue.isInMemory) await this.#ports.pauses.remove(pauseId);
    });
    this.#tell();
  }

  /** Takes over what History says of these webhooks, or of all when some may be missing. */
  async update(keys?: readonly Key[]): Promise<void> {
    await this.#oneAtATime(async () => {
      const isWhole = keys === undefined || this.#isStale;
      const wanted = isWhole ? null : new Set(keys.map(textOf));
      this.#isStale = true;
      const changed: Pause[] = [];
      for (const pause of await this.all()) {
        const next = await this.#updated(pause, wanted);
        if (next !== pause) changed.push(next);
      }
      await this.#write(changed);
      this.#isStale = false;
    });
  }

  /** Takes over the entries that are being collected. */
  async catchUp(): Promise<void> {
    const keys = [...this.#dirty.values()];
    this.#dirty.clear();
    await (keys.length > 0 ? this.update(keys) : this.#oneAtATime(() => undefined));
  }

  /** The installation shows these webhooks enabled, so no pause disables them. */
  noteEnabled(webhooks: readonly PausedWebhook[]): void {
    if (webhooks.length === 0) return;
    const seen = new Map(webhooks.map((webhook) => [textOf(webhook), webhook]));
    const isSeen = (webhook: PausedWebhook): boolean =>
      webhook.state === 'paused' && seen.get(textOf(webhook))?.sequence === webhook.sequence;
    const noted = this.#oneAtATime(async () => {
      const concerned = (await this.all()).filter((pause) => pause.webhooks.some(isSeen));
      await this.#write(
        concerned.map((pause) => ({
          ...pause,
          webhooks: pause.webhooks.map((webhook) =>
            isSeen(webhook) ? { ...webhook, state: 'released', sure: 'released' } : webhook,
          ),
        })),
      );
    });
    // The next preparation of a resume sees them again.
    noted.catch(ignoreProblem);
  }

  /** Takes over the last entries. Must be called before the ports are closed. */
  async close(): Promise<void> {
    this.#end.abort();
    await this.catchUp().catch(ignoreProblem);
    await this.#queue.close();
  }

  async #write(pauses: readonly Pause[]): Promise<void> {
    if (pauses.length === 0) return;
    await this.#queue.write(pauses);
    await this.all();
  }

  async #updated(pause: Pause, wanted: ReadonlySet<string> | null): Promise<Pause> {
    let isChanged = false;
    const webhooks: PausedWebhook[] = [];
    for (const [index, webhook] of pause.webhooks.entries()) {
      const isWanted = wanted?.has(textOf(webhook)) ?? true;
      const next = isWanted ? await this.#afterEntries(pause, webhook) : webhook;
      isChanged ||= next !== webhook;
      webhooks.push(next);
      if (index % webhooksPerTurn === webhooksPerTurn - 1)
        await this.#ports.clock.yieldToEventLoop();
    }
    return isChanged ? { ...pause, webhooks } : pause;
  }

  async #afterEntries(pause: Pause, webhook: PausedWebhook): Promise<PausedWebhook> {
    const { connectionId, webhookId, sequence } = webhook;
    const entries = await this.#journal.all({ connectionId, webhookId, since: sequence + 1 });
    const next = afterPausingEntries(pause, webhook, entries);
    const isSame = next.state === webhook.state && next.sequence === webhook.sequence;
    return isSame ? webhook : next;
  }

  #follow(entry: JournalEntry): void {
    const { connectionId, webhookId } = entry;
    if (webhookId === null) return;
    const key = { connectionId, webhookId };
    // Before the first reading, which takes all entries.
    if (this.#keys?.has(textOf(key)) !== true) return;
    this.#dirty.set(textOf(key), key);
    if (this.#isFollowing || this.#end.signal.aborted) return;
    this.#isFollowing = true;
    this.#ports.clock
      .sleep(gathering, this.#end.signal)
      .then(() => this.catchUp())
      // Locked or ended: the next update takes all entries.
      .catch(ignoreProblem)
      .finally(() => {
        this.#isFollowing = false;
        this.#tell();
      });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const textOf = ({ connectionId, webhookId }: Key): string => `${connectionId} ${webhookId}`;

/** @throws unexpected errors */
function ignoreProblem(error: unknown): void {
  const isEnded = error instanceof Error && error.name === 'AbortError';
  if (!(error instanceof ProblemError) && !isEnded) throw error;
}
