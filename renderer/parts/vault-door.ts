import { createContext } from 'svelte';

/** The way past a vault that cannot be used: what ends with `vault-locked` offers it, wherever that is. */
export interface VaultDoor {
  /** What a person does there, for a button; `null` where nothing stands in the way any more. */
  readonly invitation: string | null;
  /** Resolves to whether secrets can be used then. */
  open(): Promise<boolean>;
}

export const [getVaultDoor, setVaultDoor] = createContext<VaultDoor>();
