import type { HookdeskClient } from '#contract/index.ts';

/** Saves the edits of this window when the host asks, and tells whether the host still runs. */
export class HostEnd {
  readonly #client: HookdeskClient;
  readonly #save: () => Promise<boolean>;

  /** Two are final: `ended` follows `ending`, `unreachable` is a connection lost without it. */
  phase = $state.raw<'running' | 'ending' | 'ended' | 'unreachable'>('running');

  readonly isLost = $derived(this.phase === 'ended' || this.phase === 'unreachable');

  /** @param save resolves with whether the host took every edit of this window */
  constructor(client: HookdeskClient, save: () => Promise<boolean>) {
    this.#client = client;
    this.#save = save;
  }

  /** Answers every save request of the host. Ends with the connection. */
  async follow(): Promise<void> {
    const { app } = this.#client;
    try {
      for await (const { kind, id } of await app.watchShutdown()) {
        if (kind === 'end') this.phase = 'ending';
        const isSaved = await this.#save().catch(() => false);
        await app.reportSaved({ id, isSaved });
      }
    } catch {
      // `noteLostConnection` handles a lost connection.
    }
  }

  noteLostConnection(): void {
    this.phase = this.phase === 'ending' ? 'ended' : 'unreachable';
  }
}
