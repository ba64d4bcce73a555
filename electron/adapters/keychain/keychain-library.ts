/** What is used of keytar. `findCredentials` is left out on purpose: on a locked keychain it can crash. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

/** Rejects where there is no such library. */
export type LoadKeychainLibrary = () => Promise<KeychainLibrary>;

/**
 * Loads keytar. Rejects where its native part cannot be loaded, such as without libsecret on Linux:
 * for that it must not be imported at the top of a file.
 */
export const loadKeytar: LoadKeychainLibrary = async () => {
  const { default: keytar } = await import('keytar');
  return keytar;
};
