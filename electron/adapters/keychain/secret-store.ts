import type { SecretStore } from '#core/ports.ts';
import { folderId } from './folder-id.ts';
import { type KeychainLibrary, loadKeytar } from './keychain-library.ts';
import { keychainStore, probeName } from './keychain-store.ts';
import { memoryStore } from './memory-store.ts';
import { OneAtATime, TookTooLong } from './one-at-a-time.ts';
import { type Absence, absenceReason, keychainLabel } from './platform-words.ts';
import { keepsSecrets } from './probe.ts';

export interface SecretStoreOptions {
  /** The data folder: each has secrets of its own in the keychain. */
  readonly directory: string;
  /** The name under which the keychain lists Hookdesk's secrets. */
  readonly service?: string;
  /** How long the keychain may take to show that it works, in milliseconds. */
  readonly probeLimit?: number;
  /** How long one call may take afterwards, in milliseconds. */
  readonly callLimit?: number;
  readonly load?: () => Promise<KeychainLibrary>;
}

/**
 * The system's keychain where it works, memory where it does not; which of them is said by
 * `describe`, and stays so until Hookdesk ends. Never fails and never waits longer than the limit.
 */
export async function createSecretStore(options: SecretStoreOptions): Promise<SecretStore> {
  const { directory, service = 'Hookdesk', load = loadKeytar } = options;
  const { probeLimit = 2_000, callLimit = 20_000 } = options;
  const label = keychainLabel(process.platform, process.env);
  const without = (absence: Absence): SecretStore =>
    memoryStore(absenceReason(absence, process.platform, label));

  let library: KeychainLibrary;
  try {
    library = await load();
  } catch (error) {
    if (error instanceof Error) return without('no-library');
    throw error;
  }
  const prefix = `${folderId(directory)}/`;
  const turns = new OneAtATime();
  try {
    const probe = (): Promise<boolean> => keepsSecrets(library, service, prefix + probeName);
    if (!(await turns.run(probe, probeLimit))) return without('locked');
  } catch (error) {
    return without(error instanceof TookTooLong ? 'silent' : 'no-answer');
  }
  return keychainStore({ library, turns, label, service, prefix, limit: callLimit });
}
