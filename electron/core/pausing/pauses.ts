import { EventPublisher } from '@orpc/server';
import type { PausedWebhookView, PauseView } from '#contract/pauses.ts';
import type { PersistenceStatus } from '#contract/persistence.ts';
import type { PauseTerms, WebhookSelection } from '#contract/plans.ts';
import {
  holderOf,
  mayBeDisabledByPause,
  type Pause,
  type PausedWebhook,
  type PauseStatus,
  statusOf,
} from '#domain/pausing/pause.ts';
import { localText } from '#domain/pausing/times.ts';
import { ProblemError } from '#domain/problem.ts';
import type { Connections } from '../connections/connections.ts';
import type { SnapshotPersistence } from '../installations/snapshot-persistence.ts';
import type { Ports } from '../ports.ts';
import { refuseEndBefore } from './pause-problems.ts';
import type { PauseRecords } from './pause-records.ts';

interface Needs {
  readonly ports: Ports;
  readonly connections: Connections;
  readonly pauseRecords: PauseRecords;
  readonly snapshotPersistence: SnapshotPersistence;
  /** Plans that were begun. */
  readonly runs: {
    dismiss(planId: string): Promise<void>;
    isOpen(planId: string): Promise<boolean>;
  };
}

/** Whether a scheduled pause disabled nothing, such as after a kill: then it is missed, and not over. */
const neverBegan = ({ selection, webhooks }: Pause): boolean =>
  selection.length > 0 &&
  webhooks.every(({ state }) => state === 'planned' || state === 'not-paused');

/** Overdue pauses are first in lists. */
const order: readonly PauseStatus[] = [
  'overdue',
  'not-resumed',
  'missed',
  'resuming',
  'running',
  'scheduled',
];

/** What people see of pauses, and do with them besides plans. */
export class Pauses {
  readonly #needs: Needs;
  readonly #changes = new EventPublisher<{ changed: null }>({ maxBufferedEvents: 1 });

  constructor(needs: Needs) {
    this.#needs = needs;
    needs.pauseRecords.onChange(() => {
      this.reportState();
    });
    needs.connections.uses.onPlanEnd(() => {
      this.reportState();
    });
  }

  /** Call when time or a plan changed the status of a pause. */
  reportState(): void {
    this.#changes.publish('changed', null);
  }

  /** Without pauses that are over. */
  async list(): Promise<PauseView[]> {
    await this.#needs.pauseRecords.update();
    await this.closePlanned();
    return this.#views();
  }

  async *watch(
    signal?: AbortSignal,
  ): AsyncGenerator<{ pauses: PauseView[] | null; state: PersistenceStatus }, void, void> {
    const changes = this.#changes.subscribe('changed', { signal });
    try {
      do {
        yield { pauses: await this.#viewsIfReadable(), state: this.#needs.pauseRecords.status };
      } while ((await changes.next()).done !== true);
    } finally {
      await changes.return();
    }
  }

  async schedule({
    selection,
    from,
    ...terms
  }: PauseTerms & {
    readonly selection: WebhookSelection;
    readonly from: Date;
  }): Promise<{ pauseId: string }> {
    const { ports, pauseRecords } = this.#needs;
    const { until, zone } = terms;
    // Refuses a zone that does not exist.
    localText(from, zone);
    refuseEndBefore(from, until);
    const id = ports.newId();
    const blank = { endedAt: null, note: null, pausingPlanId: null, resumingPlanIds: [] };
    const made = { id, who: ports.machine.person(), madeAt: ports.clock.now(), from };
    const named = await this.#named(selection);
    await pauseRecords.write([{ ...terms, ...blank, ...made, selection: named, webhooks: [] }]);
    return { pauseId: id };
  }

  /** Forgets the pause and the rest of its plans. @returns the webhooks that stay disabled */
  async end(pauseId: string): Promise<PausedWebhookView[]> {
    const { pauseRecords, runs } = this.#needs;
    const { pausingPlanId, resumingPlanIds } = await pauseRecords.find(pauseId);
    for (const planId of [pausingPlanId, ...resumingPlanIds])
      if (planId !== null) await runs.dismiss(planId);
    await pauseRecords.update();
    const all = await pauseRecords.all();
    await pauseRecords.remove(pauseId);
    const views = all.filter(({ id }) => id === pauseId).map((pause) => this.#view(pause, all));
    return views.flatMap(({ webhooks }) =>
      webhooks.filter((each) => mayBeDisabledByPause(each) && each.heldBy === null),
    );
  }

  /** Plans that ended or were dismissed send nothing more: their other webhooks are not paused. */
  async closePlanned(): Promise<void> {
    const { pauseRecords, runs } = this.#needs;
    const isPlanned = ({ state }: PausedWebhook): boolean => state === 'planned';
    const over: Pause[] = [];
    for (const pause of await pauseRecords.all()) {
      const { webhooks, pausingPlanId } = pause;
      if (pausingPlanId === null) continue;
      if (!webhooks.some(isPlanned) && !neverBegan(pause)) continue;
      if (!(await runs.isOpen(pausingPlanId))) over.push(pause);
    }
    if (over.length === 0) return;
    // Takes the last entries of these plans, which decide what is still planned.
    await pauseRecords.catchUp();
    await pauseRecords.change(
      over.map(({ id }) => id),
      (pause) =>
        neverBegan(pause)
          ? { ...pause, pausingPlanId: null, webhooks: [], note: 'No webhook was disabled.' }
          : {
              ...pause,
              webhooks: pause.webhooks.map((webhook) =>
                isPlanned(webhook)
                  ? { ...webhook, state: 'not-paused', sure: 'not-paused' }
                  : webhook,
              ),
            },
    );
  }

  /** With the names of the last read lists. */
  async #named(selection: WebhookSelection): Promise<Pause['selection']> {
    const named: Pause['selection'] = [];
    for (const { connectionId, webhooks } of selection) {
      const snapshot = await this.#needs.snapshotPersistence.load(connectionId);
      const nameOf = (id: number): string => snapshot?.webhooks.get(id)?.name ?? `Webhook ${id}`;
      named.push({
        connectionId,
        webhooks: webhooks.map((webhook) => ({ ...webhook, name: nameOf(webhook.id) })),
      });
    }
    return named;
  }

  async #viewsIfReadable(): Promise<PauseView[] | null> {
    try {
      return await this.#views();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      return null;
    }
  }

  async #views(): Promise<PauseView[]> {
    await this.#needs.pauseRecords.catchUp();
    const all = await this.#needs.pauseRecords.all();
    return all
      .map((pause) => this.#view(pause, all))
      .filter(({ status }) => status !== 'over')
      .sort((a, b) => order.indexOf(a.status) - order.indexOf(b.status));
  }

  #view(pause: Pause, all: readonly Pause[]): PauseView {
    const { ports, connections } = this.#needs;
    const now = ports.clock.now();
    const others = all.filter(({ id }) => id !== pause.id);
    const names = new Map(connections.saved().map(({ id, name }) => [id, name]));
    const { id, reason, who, madeAt, from, until, zone, resumesItself, note, selection } = pause;
    const { pausingPlanId, resumingPlanIds } = pause;
    return {
      id,
      reason,
      who,
      madeAt,
      from,
      until,
      zone,
      resumesItself,
      note,
      // The webhooks follow it once the pause began.
      selection: pausingPlanId === null ? selection : [],
      planIds: [...(pausingPlanId === null ? [] : [pausingPlanId]), ...resumingPlanIds],
      status: statusOf(pause, { others, now, runningPlans: connections.uses.runningPlans() }),
      webhooks: pause.webhooks.map((webhook) => {
        const { connectionId, webhookId, name, before, left, state } = webhook;
        const connectionName = names.get(connectionId) ?? 'Removed installation';
        const heldBy = holderOf(webhook, others, now)?.id ?? null;
        return { connectionId, connectionName, webhookId, name, before, left, state, heldBy };
      }),
    };
  }
}
