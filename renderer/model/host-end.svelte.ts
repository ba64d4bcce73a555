import type { HookdeskClient } from '#contract/index.ts';

/** The end of the host, as this window sees it. */
export class HostEnd {
  readonly #client: HookdeskClient;
  readonly #save: () => Promise<void>;

  /** `ended` comes after `ending`; `unreachable` is a host that went without asking. */
  phase = $state.raw<'running' | 'ending' | 'ended' | 'unreachable'>('running');

  readonly isLost = $derived(this.phase === 'ended' || this.phase === 'unreachable');

  /** @param save saves every edit of this window */
  constructor(client: HookdeskClient, save: () => Promise<void>) {
    this.#client = client;
    this.#save = save;
  }

  /** Saves the edits when the host is about to end. Ending the stream tells the host that they are saved. */
  async follow(): Promise<void> {
    try {
      const events = await this.#client.app.watchShutdown();
      const { done } = await events.next();
      if (done === true) return;
      this.phase = 'ending';
      await this.#save();
      await events.return();
    } catch {
      // The connection was lost before the host could ask. `lose` is called for that.
    }
  }

  /** The connection to the host is lost. */
  lose(): void {
    this.phase = this.phase === 'ending' ? 'ended' : 'unreachable';
  }
}
