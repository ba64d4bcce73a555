import type { HookdeskClient } from '#contract/index.ts';

export interface SessionOptions {
  readonly dataFolder: string;
  /** Seconds. */
  readonly lockTimeout: number;
  /** Called when the vault is locked. */
  readonly passphrase: (() => Promise<string>) | null;
  /** Without it, secrets are in memory, and no keychain is asked. */
  readonly hasKeychain: boolean;
  /** For another Hookdesk, which names it as the holder of the folder. */
  readonly command: string;
  readonly note: (text: string) => void;
}

export interface Session {
  readonly client: HookdeskClient;
  /** Rejects when the client can no longer answer. */
  readonly broken: Promise<never>;
  readonly close: () => Promise<void>;
}
