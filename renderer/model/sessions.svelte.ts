import type { HookdeskClient } from '#contract/index.ts';
import type { SessionState } from '#contract/sessions.ts';
import type { WithSecrets } from './vault.svelte.ts';

/** How things stand with the auth tokens of the saved connections, as the core tells it. */
export class Sessions {
  readonly #client: HookdeskClient;
  readonly #withSecrets: WithSecrets;
  #states = $state.raw<ReadonlyMap<string, SessionState>>(new Map());

  /** @param withSecrets does what keeps a secret, and opens the vault first where that is needed */
  constructor(client: HookdeskClient, withSecrets: WithSecrets = (work) => work()) {
    this.#client = client;
    this.#withSecrets = withSecrets;
  }

  /** `null` while nothing is known of the connection. */
  stateOf(connectionId: string): SessionState | null {
    return this.#states.get(connectionId) ?? null;
  }

  /** Follows the sessions for as long as the core is there. */
  async follow(): Promise<void> {
    try {
      for await (const { connectionId, state } of await this.#client.sessions.watch()) {
        const next = new Map(this.#states);
        if (state === null) next.delete(connectionId);
        else next.set(connectionId, state);
        this.#states = next;
      }
    } catch {
      // The way to the core is lost, which the window says for itself.
    }
  }

  /** A new auth token in the place of one that was rejected; what waits goes on with it. */
  async giveToken(connectionId: string, authToken: string): Promise<void> {
    await this.#withSecrets(() => this.#client.sessions.giveToken({ connectionId, authToken }));
  }

  /** Signs out; the next request signs in anew, also where that was given up before. */
  async signOut(connectionId: string): Promise<void> {
    await this.#client.sessions.signOut({ connectionId });
  }
}
