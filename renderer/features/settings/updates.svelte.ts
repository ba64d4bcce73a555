import type { HookdeskClient } from '#contract/index.ts';
import type { UpdateState } from '#contract/updates.ts';

export class Updates {
  readonly host: HookdeskClient['updates'];
  /** `null` until the host has reported it. */
  state = $state.raw<UpdateState | null>(null);

  constructor(host: HookdeskClient['updates']) {
    this.host = host;
  }

  async follow(): Promise<void> {
    try {
      for await (const state of await this.host.watch()) this.state = state;
    } catch {
      // The window reports a lost host connection elsewhere.
    }
  }
}
