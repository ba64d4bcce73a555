import { createContext } from 'svelte';

/** Each `vault-locked` error offers to open the vault. */
export interface VaultDoor {
  /** A button label; `null` if the vault is usable. */
  readonly invitation: string | null;
  /** Resolves to whether secrets are usable. */
  open(): Promise<boolean>;
}

export const [getVaultDoor, setVaultDoor] = createContext<VaultDoor>();
