import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import type { SessionState } from '#contract/sessions.ts';
import type { WithSecrets } from '../secrets/vault.svelte.ts';

export class Sessions {
  readonly #client: HookdeskClient;
  readonly #withSecrets: WithSecrets;
  #states = $state.raw<ReadonlyMap<string, SessionState>>(new Map());

  /** @param withSecrets runs work that needs the vault; unlocks the vault first if necessary */
  constructor(client: HookdeskClient, withSecrets: WithSecrets = (work) => work()) {
    this.#client = client;
    this.#withSecrets = withSecrets;
  }

  stateOf(connectionId: string): SessionState | null {
    return this.#states.get(connectionId) ?? null;
  }

  async follow(): Promise<void> {
    try {
      for await (const { connectionId, state } of await this.#client.sessions.watch()) {
        const next = new Map(this.#states);
        if (state === null) next.delete(connectionId);
        else next.set(connectionId, state);
        this.#states = next;
      }
    } catch {
      // The window reports a lost core connection elsewhere.
    }
  }

  async giveToken(connectionId: string, authToken: string): Promise<void> {
    await this.#withSecrets(() => this.#client.sessions.giveToken({ connectionId, authToken }));
  }

  /** The next request signs in again, even after earlier failures. */
  async signOut(connectionId: string): Promise<void> {
    await this.#client.sessions.signOut({ connectionId });
  }
}

export const [getSessions, setSessions] = createContext<Sessions>();
