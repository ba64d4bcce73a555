import { createContext } from 'svelte';
import type { HookdeskClient } from '#contract/index.ts';
import { follow } from '../follow.ts';
import type { WithSecrets } from '../secrets/vault.svelte.ts';
import type { SessionState } from '#contract/sessions.ts';

/** Whether requests wait until a person enters a new auth token. */
export const waitsForToken = (session: SessionState | null): boolean =>
  session?.kind === 'expired' && session.waiting > 0;

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
    await follow(this.#client.sessions.watch(), ({ connectionId, state }) => {
      const next = new Map(this.#states);
      if (state === null) next.delete(connectionId);
      else next.set(connectionId, state);
      this.#states = next;
    });
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
