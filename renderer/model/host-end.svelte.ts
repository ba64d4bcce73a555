import type { HookdeskClient } from '#contract/index.ts';

/** The end of the host, as this window sees it; and its requests to save before a window goes. */
export class HostEnd {
  readonly #client: HookdeskClient;
  readonly #save: () => Promise<boolean>;

  /** `ended` comes after `ending`; `unreachable` is a host that went without asking. */
  phase = $state.raw<'running' | 'ending' | 'ended' | 'unreachable'>('running');

  readonly isLost = $derived(this.phase === 'ended' || this.phase === 'unreachable');

  /** @param save saves every edit of this window; resolves with whether the host took every edit */
  constructor(client: HookdeskClient, save: () => Promise<boolean>) {
    this.#client = client;
    this.#save = save;
  }

  /** Saves the edits each time the host asks, and reports whether the host took them. */
  async follow(): Promise<void> {
    const { app } = this.#client;
    try {
      for await (const { kind, id } of await app.watchShutdown()) {
        if (kind === 'end') this.phase = 'ending';
        await app.reportSaved({ id, isSaved: await this.#save() });
      }
    } catch {
      // The connection was lost. `lose` is called for that.
    }
  }

  /** The connection to the host is lost. */
  lose(): void {
    this.phase = this.phase === 'ending' ? 'ended' : 'unreachable';
  }
}
