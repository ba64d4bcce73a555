import { aDefinition } from '#test-support/draft-fixture.ts';
import { aWebhook } from '#test-support/entry-fixture.ts';
import type { JournalEntry } from '../../journal/entry.ts';
import type { Severity, Webhook } from '../../webhook/webhook.ts';
import {
  isPastEnd,
  type Pause,
  pausedAlready,
  type PausedWebhook,
  statusOf,
  webhookToPause,
} from '../pause.ts';
import { afterPausingEntries, type PausingEntry } from '../after-pausing-entries.ts';
import { resumeDecision } from '../resume-decision.ts';

/** `nothing`: killed before the request. The others: killed after it, with or without its effect. */
export type Kill = 'none' | 'nothing' | 'applied' | 'lost';

interface Entry extends PausingEntry {
  readonly outcome: JournalEntry['outcome'];
  readonly webhookId: number;
  readonly before: Webhook;
  readonly isApplied: boolean;
  /** Why the webhook was disabled before. */
  readonly cause: Cause;
  readonly disabledFor: ReadonlySet<string>;
}

/** Who disabled a webhook, if it is disabled. */
type Cause = 'enabled' | 'person' | 'pause';

const minute = 60_000;

/** An installation with its requests as the reference, and the pauses of one Hookdesk on it. */
export class PauseWorld {
  readonly webhooks: Map<number, Webhook>;
  readonly #cause: Map<number, Cause>;
  /** Pauses whose request, or that of a pause before them, disabled the webhook. */
  readonly #disabledFor = new Map<number, Set<string>>();
  readonly wrong: string[] = [];
  #pauses: Pause[] = [];
  #history: Entry[] = [];
  #sequence = 0;
  #ids = 0;
  #now = Date.UTC(2030, 0, 2);

  constructor(enabled: readonly boolean[]) {
    this.webhooks = new Map(
      enabled.map((isOn, id) => [id, { ...aWebhook(id, aDefinition(`W ${id}`)), enabled: isOn }]),
    );
    this.#cause = new Map(enabled.map((isOn, id) => [id, isOn ? 'enabled' : 'person']));
  }

  get now(): Date {
    return new Date(this.#now);
  }

  moveClock(minutes: number): void {
    this.#now += minutes * minute;
  }

  pause(ids: readonly number[], minutes: number | null, kills: readonly Kill[]): void {
    const id = `pause ${(this.#ids += 1)}`;
    const planId = `${id} begins`;
    const of = { connectionId: 'acme', address: 'a', planId };
    const webhooks = ids.flatMap((webhookId): PausedWebhook[] => {
      const live = this.webhooks.get(webhookId);
      if (live?.enabled === true) return [webhookToPause(live, of)];
      const known = pausedAlready({ connectionId: 'acme', webhookId }, this.#pauses);
      if (known === null) return [];
      this.#disabledFor.get(webhookId)?.add(id);
      return [known];
    });
    this.#pauses.push({
      id,
      reason: '',
      who: 'ada',
      madeAt: this.now,
      from: this.now,
      until: minutes === null ? null : new Date(this.#now + minutes * minute),
      zone: 'UTC',
      resumesItself: false,
      endedAt: null,
      note: null,
      selection: [],
      pausingPlanId: planId,
      resumingPlanIds: [],
      webhooks,
    });
    for (const [nth, { webhookId, planId: its }] of webhooks.entries()) {
      if (its !== planId) continue;
      const isApplied = this.#send(webhookId, false, { planId, kill: kills[nth] ?? 'none' });
      if (isApplied)
        this.#disabledFor.set(webhookId, (this.#disabledFor.get(webhookId) ?? new Set()).add(id));
    }
    this.#derive();
  }

  /** As the plan of a resume does: sends what is decided to resume, and marks the pause as ended. */
  resume(nth: number, kills: readonly Kill[]): void {
    const pause = this.#pauses[nth % Math.max(1, this.#pauses.length)];
    if (pause === undefined) return;
    const planId = `${pause.id} ends ${(this.#ids += 1)}`;
    const others = this.#pauses.filter((other) => other !== pause);
    const chosen = pause.webhooks.filter((webhook) => {
      const current = this.webhooks.get(webhook.webhookId) ?? null;
      const at = { others, address: 'a', current, now: this.now };
      return resumeDecision(webhook, at).kind === 'resume';
    });
    const ended = {
      ...pause,
      endedAt: pause.endedAt ?? this.now,
      resumingPlanIds: [...pause.resumingPlanIds, planId],
    };
    this.#pauses = this.#pauses.map((each) => (each === pause ? ended : each));
    for (const [index, { webhookId }] of chosen.entries()) {
      if (this.#disabledFor.get(webhookId)?.has(pause.id) !== true)
        this.wrong.push(`${webhookId} was disabled before ${pause.id}`);
      if (
        others.some((other) => !isPastEnd(other, this.now) && this.#isDisabledFor(webhookId, other))
      )
        this.wrong.push(`${webhookId} came back before the last pause ended`);
      this.#send(webhookId, true, { planId, kill: kills[index] ?? 'none' });
    }
    this.#derive();
  }

  #isDisabledFor(webhookId: number, { id }: Pause): boolean {
    return (
      this.#cause.get(webhookId) === 'pause' && this.#disabledFor.get(webhookId)?.has(id) === true
    );
  }

  /** A person of this Hookdesk enables, disables or edits the webhook. */
  edit(webhookId: number, change: boolean | Severity, kill: Kill): void {
    this.#send(webhookId, change, { planId: null, kill });
    this.#derive();
  }

  undo(nth: number, kill: Kill): void {
    const done = this.#history.filter(({ outcome }) => outcome === 'done');
    const entry = done[nth % Math.max(1, done.length)];
    const live = entry === undefined ? undefined : this.webhooks.get(entry.webhookId);
    if (entry?.after == null || live === undefined) return;
    if (JSON.stringify(live) !== JSON.stringify(entry.after)) return;
    if (done.some(({ undoes }) => undoes === entry.id)) return;
    const { id, cause, disabledFor, before, webhookId } = entry;
    const isApplied = this.#send(webhookId, before.enabled, {
      planId: null,
      kill,
      undoes: id,
      cause,
    });
    if (isApplied && !before.enabled) this.#disabledFor.set(webhookId, new Set(disabledFor));
    this.#derive();
  }

  /** Another person changes the webhook, without this Hookdesk. */
  change(webhookId: number, change: boolean | Severity): void {
    const live = this.webhooks.get(webhookId);
    if (live === undefined) return;
    const next = changed(live, change);
    this.webhooks.set(webhookId, next);
    // Another person may restore exactly what a pause left: then it counts as left by the pause.
    if (next.enabled) this.#cause.set(webhookId, 'enabled');
    else if (live.enabled) this.#cause.set(webhookId, 'person');
  }

  /** Outcomes are found by reading. */
  reconcile(): void {
    this.#history = this.#history.map((entry) =>
      entry.outcome === 'unknown'
        ? { ...entry, outcome: entry.isApplied ? 'done' : 'not-applied' }
        : entry,
    );
    this.#derive();
  }

  prune(): void {
    this.#history = this.#history.filter(({ outcome }) => outcome === 'unknown');
  }

  /** Ends every pause, until nothing changes. */
  end(): void {
    this.reconcile();
    for (let round = 0; round < 4; round += 1)
      for (const nth of this.#pauses.keys()) this.resume(nth, []);
  }

  /** Webhooks that a pause disabled, and that no pause lists. */
  forgotten(): number[] {
    const listed = new Set(
      this.#pauses.flatMap((pause) => {
        const others = this.#pauses.filter((other) => other !== pause);
        const isListed =
          statusOf(pause, { others, now: this.now, runningPlans: new Set() }) !== 'over';
        return isListed ? pause.webhooks.map(({ webhookId }) => webhookId) : [];
      }),
    );
    return [...this.#cause].flatMap(([id, cause]) =>
      cause === 'pause' && !listed.has(id) ? [id] : [],
    );
  }

  #send(
    webhookId: number,
    change: boolean | Severity,
    {
      planId,
      kill,
      undoes = null,
      cause: undone = 'enabled',
    }: { planId: string | null; kill: Kill; undoes?: string | null; cause?: Cause },
  ): boolean {
    const before = this.webhooks.get(webhookId);
    const cause = this.#cause.get(webhookId);
    if (before === undefined || cause === undefined || kill === 'nothing') return false;
    // A webhook with an unknown outcome is not sent anything.
    if (this.#history.some((each) => each.outcome === 'unknown' && each.webhookId === webhookId))
      return false;
    const after = changed(before, change);
    const isApplied = kill !== 'lost';
    this.#sequence += 1;
    this.#history.push({
      id: `${this.#sequence}`,
      sequence: this.#sequence,
      webhookId,
      action: 'update',
      outcome: kill === 'none' ? 'done' : 'unknown',
      before,
      after: isApplied ? after : before,
      meant: after,
      planId,
      undoes,
      isApplied,
      cause,
      disabledFor: new Set(this.#disabledFor.get(webhookId)),
    });
    if (!isApplied) return false;
    this.webhooks.set(webhookId, after);
    if (after.enabled) {
      this.#cause.set(webhookId, 'enabled');
      this.#disabledFor.delete(webhookId);
    } else if (before.enabled) {
      const byPlan = planId === null ? 'person' : 'pause';
      this.#cause.set(webhookId, undoes === null ? byPlan : undone);
    }
    return true;
  }

  /** As after each entry of History. */
  #derive(): void {
    this.#pauses = this.#pauses.map((pause) => ({
      ...pause,
      webhooks: pause.webhooks.map((webhook) =>
        afterPausingEntries(
          pause,
          webhook,
          this.#history.filter(({ webhookId }) => webhookId === webhook.webhookId),
        ),
      ),
    }));
  }
}

const changed = (webhook: Webhook, change: boolean | Severity): Webhook =>
  typeof change === 'boolean'
    ? { ...webhook, enabled: change }
    : {
        ...webhook,
        severities: { ...webhook.severities, [change]: !webhook.severities[change] },
      };
