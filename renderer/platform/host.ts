import type { HookdeskClient } from '#contract/index.ts';

/** How this window reaches the core, and what only its host can do. One file of each kind, chosen at build time. */
export interface Host {
  readonly client: HookdeskClient;
  /** Opens an http or https address in the person's browser. */
  openLink(url: string): Promise<void>;
  /** Calls back once when the way to the core is lost. */
  onLost(callback: () => void): void;
}

/** The core could not be reached; `message` says what a person can do. */
export class HostUnavailable extends Error {
  override readonly name = 'HostUnavailable';
}
