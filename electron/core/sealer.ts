/**
 * Seals bytes with the data key, for what is kept on disk besides secrets. Both throw `vault-locked`
 * while the vault is locked.
 */
export interface Sealer {
  /** AES-256-GCM. `associated` is not in the result: opening takes the same. */
  seal(plain: Uint8Array, associated: string): Uint8Array;
  /** Throws `storage-failed` for what was altered, or sealed with another key or association. */
  open(sealed: Uint8Array, associated: string): Uint8Array;
}
