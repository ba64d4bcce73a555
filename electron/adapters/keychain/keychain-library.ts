/** Never use keytar's `findCredentials`: it can crash on a locked keychain. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>;
  setPassword(service: string, account: string, password: string): Promise<void>;
  deletePassword(service: string, account: string): Promise<boolean>;
}

export type LoadKeychainLibrary = () => Promise<KeychainLibrary>;

/** Dynamic import, because the native part may be missing, such as without libsecret on Linux. */
export const loadKeytar: LoadKeychainLibrary = async () => {
  const { default: keytar } = await import('keytar');
  return keytar;
};
