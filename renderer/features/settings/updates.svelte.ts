import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { ManualUpdate, UpdateState } from '#contract/updates.ts';

export class Updates {
  readonly host: HookdeskClient['updates'];
  /** `null` until the host has reported it. */
  state = $state.raw<UpdateState | null>(null);

  /** `null` for a copy that updates itself. */
  manual = $state.raw<ManualUpdate | null>(null);

  constructor(host: HookdeskClient['updates']) {
    this.host = host;
  }

  async follow(): Promise<void> {
    try {
      this.manual = await this.host.manual();
      for await (const state of await this.host.watch()) this.state = state;
    } catch {
      // The window reports a lost host connection elsewhere.
    }
  }
}

export const [getUpdates, setUpdates] = createContext<Updates>();
