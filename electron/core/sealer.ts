/** Encrypts stored data with the data key. @throws ProblemError `vault-locked` while the vault is locked */
export interface Sealer {
  /** AES-256-GCM. `associated` is authenticated, not stored: `open` needs the same value. */
  seal(plain: Uint8Array, associated: string): Uint8Array;
  /** @throws ProblemError `storage-failed` for altered data, another key or another `associated` */
  open(sealed: Uint8Array, associated: string): Uint8Array;
}
