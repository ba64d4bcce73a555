import { mayBeDisabledByPause, type PausedWebhook, type PauseStatus } from './pause.ts';

interface StatedPause {
  readonly status: PauseStatus;
  readonly until: Date | null;
  readonly webhooks: readonly Pick<PausedWebhook, 'connectionId' | 'webhookId' | 'state'>[];
}

export interface EnablingRow {
  readonly connectionId: string;
  readonly webhookId: number | null;
  /** Whether it enables a disabled webhook. */
  readonly enables: boolean;
}

/** Which pause keeps a webhook disabled. */
export class PausesByWebhook<ShownPause extends StatedPause> {
  readonly #pauses = new Map<string, ShownPause>();

  constructor(pauses: readonly ShownPause[]) {
    for (const pause of pauses.toSorted((a, b) => endOf(a) - endOf(b)))
      for (const { connectionId, webhookId, state } of pause.webhooks.filter(mayBeDisabledByPause))
        if (state !== 'deleted') this.#pauses.set(`${connectionId} ${webhookId}`, pause);
  }

  /** The pause that keeps the webhook disabled for the longest time. */
  of(connectionId: string, webhookId: number | null): ShownPause | null {
    return this.#pauses.get(`${connectionId} ${webhookId}`) ?? null;
  }

  /** Whether the row of a plan enables a paused webhook. */
  isEndedBy({ connectionId, webhookId, enables }: EnablingRow): boolean {
    return enables && this.of(connectionId, webhookId) !== null;
  }
}

/** Milliseconds. A pause without an end is the last. */
const endOf = ({ status, until }: StatedPause): number =>
  status === 'running' ? (until?.getTime() ?? Infinity) : 0;
