import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { PausedWebhookView, PauseView } from '#contract/pauses.ts';
import type { PlanRowView } from '#contract/plans.ts';
import { follow } from '../follow.ts';
import { disabledBy } from './labels.ts';

type EnablingRow = Pick<PlanRowView, 'connectionId' | 'webhookId' | 'enables'>;

interface PauseApi extends Pick<HookdeskClient['pauses'], 'schedule' | 'end'> {
  watch(): Promise<AsyncIterable<{ readonly pauses: readonly PauseView[] | null }>>;
}

/** The pauses that are not over, overdue ones first. Empty while the vault is locked. */
export class Pauses {
  readonly #api: PauseApi;
  all = $state.raw<readonly PauseView[]>([]);
  readonly overdue = $derived(this.all.filter(({ status }) => status === 'overdue'));
  readonly #byWebhook = $derived.by(() => {
    const byWebhook = new Map<string, PauseView>();
    for (const pause of this.all.toSorted((a, b) => endOf(a) - endOf(b)))
      for (const { connectionId, webhookId, state } of disabledBy(pause))
        if (state !== 'deleted') byWebhook.set(`${connectionId} ${webhookId}`, pause);
    return byWebhook;
  });

  constructor(api: PauseApi) {
    this.#api = api;
  }

  /** The pause that keeps the webhook disabled for the longest time. */
  of(connectionId: string, webhookId: number | null): PauseView | null {
    return this.#byWebhook.get(`${connectionId} ${webhookId}`) ?? null;
  }

  /** Whether the row of a plan enables a paused webhook. */
  isEndedBy({ connectionId, webhookId, enables }: EnablingRow): boolean {
    return enables && this.of(connectionId, webhookId) !== null;
  }

  /** @param onchange takes `null` while they cannot be read */
  follow(onchange: (pauses: readonly PauseView[] | null) => void): Promise<void> {
    return follow(this.#api.watch(), ({ pauses }) => {
      this.all = pauses ?? [];
      onchange(pauses);
    });
  }

  async schedule(terms: Parameters<PauseApi['schedule']>[0]): Promise<void> {
    await this.#api.schedule(terms);
  }

  /** Forgets the pause. @returns the webhooks that stay disabled */
  end(pauseId: string): Promise<PausedWebhookView[]> {
    return this.#api.end({ pauseId });
  }
}

/** Milliseconds. A pause without an end is the last. */
const endOf = ({ status, until }: PauseView): number =>
  status === 'overdue' ? 0 : (until?.getTime() ?? Infinity);

export const [getPauses, setPauses] = createContext<Pauses>();
