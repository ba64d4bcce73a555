import { createContext } from 'svelte';

/** Each `vault-locked` error offers to open the vault. */
export interface UnlockPrompt {
  /** A button label; `null` if the vault is usable. */
  readonly invitation: string | null;
  /** Resolves to whether secrets are usable. */
  open(): Promise<boolean>;
}

export const [getUnlockPrompt, setUnlockPrompt] = createContext<UnlockPrompt>();
