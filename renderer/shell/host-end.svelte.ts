import type { HookdeskClient } from '#contract/index.ts';

export class HostEnd {
  readonly #client: HookdeskClient;
  readonly #save: () => Promise<boolean>;

  /** `ended` follows `ending`; `unreachable` is a lost connection without `ending`. */
  phase = $state.raw<'running' | 'ending' | 'ended' | 'unreachable'>('running');

  readonly isLost = $derived(this.phase === 'ended' || this.phase === 'unreachable');

  /** @param save resolves with whether the host took every edit of this window */
  constructor(client: HookdeskClient, save: () => Promise<boolean>) {
    this.#client = client;
    this.#save = save;
  }

  async follow(): Promise<void> {
    const { app } = this.#client;
    try {
      for await (const { kind, id } of await app.watchShutdown()) {
        if (kind === 'end') this.phase = 'ending';
        await app.reportSaved({ id, isSaved: await this.#save() });
      }
    } catch {
      // `lose` handles a lost connection.
    }
  }

  lose(): void {
    this.phase = this.phase === 'ending' ? 'ended' : 'unreachable';
  }
}
