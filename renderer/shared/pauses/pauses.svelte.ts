import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { PausedWebhookView, PauseView } from '#contract/pauses.ts';
import { mayBeDisabledByPause, needsResume } from '#domain/pausing/pause.ts';
import { type EnablingRow, PausesByWebhook } from '#domain/pausing/pauses-by-webhook.ts';
import { follow } from '../follow.ts';

interface PauseApi extends Pick<HookdeskClient['pauses'], 'schedule' | 'end'> {
  watch(): Promise<AsyncIterable<{ readonly pauses: readonly PauseView[] | null }>>;
}

/** Webhooks that the pause keeps disabled, or that it may have disabled. */
export const disabledBy = ({ webhooks }: Pick<PauseView, 'webhooks'>): PausedWebhookView[] =>
  webhooks.filter(mayBeDisabledByPause);

/** The pauses that are not over, those to resume first. Empty while the vault is locked. */
export class Pauses {
  readonly #api: PauseApi;
  all = $state.raw<readonly PauseView[]>([]);
  readonly toResume = $derived(this.all.filter(needsResume));
  readonly #byWebhook = $derived(new PausesByWebhook(this.all));

  constructor(api: PauseApi) {
    this.#api = api;
  }

  /** The pause that keeps the webhook disabled for the longest time. */
  of(connectionId: string, webhookId: number | null): PauseView | null {
    return this.#byWebhook.of(connectionId, webhookId);
  }

  /** Whether the row of a plan enables a paused webhook. */
  isEndedBy(row: EnablingRow): boolean {
    return this.#byWebhook.isEndedBy(row);
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

export const [getPauses, setPauses] = createContext<Pauses>();
