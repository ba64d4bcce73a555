import type { HookdeskClient } from '#contract/index.ts';

/** The build picks one file for each host. */
export interface Host {
  readonly client: HookdeskClient;
  openLink(url: string): Promise<void>;
  onLost(callback: () => void): void;
}

export class HostUnavailable extends Error {
  override readonly name: string = 'HostUnavailable';
}

/** The window lacks a session: a new key in the fragment of its address opens one. */
export class OneTimeKeyRequired extends HostUnavailable {
  override readonly name = 'OneTimeKeyRequired';
}
