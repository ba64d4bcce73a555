import type { HookdeskClient } from '#contract/index.ts';
import type { UpdateState } from '#contract/updates.ts';

/** The state of updates, as the host reports it. */
export class Updates {
  readonly #client: HookdeskClient['updates'];
  /** `null` until the host has reported it. */
  state = $state.raw<UpdateState | null>(null);

  constructor(client: HookdeskClient['updates']) {
    this.#client = client;
  }

  async follow(): Promise<void> {
    try {
      for await (const state of await this.#client.watch()) this.state = state;
    } catch {
      // The window reports a lost host connection elsewhere.
    }
  }

  check(): Promise<void> {
    return this.#client.check();
  }

  download(): Promise<void> {
    return this.#client.download();
  }

  cancel(): Promise<void> {
    return this.#client.cancel();
  }

  install(): Promise<void> {
    return this.#client.install();
  }
}
