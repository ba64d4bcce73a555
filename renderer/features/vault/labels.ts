import type { VaultKind, VaultState } from '#contract/vault.ts';
import { countOfSecrets, placeWords, vaultStatusLabel } from './vault-labels.ts';
import { capitalised } from '../../ui/capitalised.ts';

export function titleOf(state: VaultState): string {
  switch (state.status) {
    case 'opening':
    case 'waiting':
    case 'locked':
      return vaultStatusLabel(state);
    case 'ready':
    case 'unavailable':
    case 'memory':
      return 'Where should secrets be kept?';
  }
}

/** `null` if there are no secrets to move. */
export function consequenceOf(to: VaultKind, state: VaultState): string | null {
  const { kind, status, kept, label } = state;
  if (kept === 0 || to === kind) return null;
  const secrets = capitalised(countOfSecrets(kept));
  const one = kept === 1;
  if (to === 'memory') {
    return `${secrets} in ${keychainOf(state)} ${one ? 'stays' : 'stay'} there untouched. Until it can be read, what is needed has to be entered again.`;
  }
  if (kind === 'keychain' && status !== 'ready') {
    return `${secrets} in ${keychainOf(state)} ${one ? 'stays' : 'stay'} there, because it cannot be read now. What is needed has to be entered again here.`;
  }
  const done = to === 'passphrase' ? 'sealed in the vault’s file' : 'put into the keychain';
  const from = { keychain: label, passphrase: 'the vault’s file', memory: 'memory' }[kind];
  return `${secrets} ${one ? 'is' : 'are'} ${done}, read back from there, and only then removed from ${from}. If anything goes wrong, nothing changes.`;
}

export const confirmationOf: Readonly<Record<VaultKind, string>> = {
  keychain: 'Keep them in the keychain',
  passphrase: 'Keep them under this passphrase',
  memory: 'Keep them in memory until Hookdesk ends',
};

export const progressOf = (to: VaultKind, { kept }: VaultState): string =>
  to === 'memory' || kept === 0
    ? 'A moment…'
    : `Moving ${countOfSecrets(kept)} and reading ${kept === 1 ? 'it' : 'them'} back…`;

export function doneInWords({ kind, label }: VaultState): string {
  switch (kind) {
    case 'keychain':
      return `Secrets are kept in ${label} now`;
    case 'passphrase':
      return 'Secrets are kept under the passphrase now';
    case 'memory':
      return 'Secrets are kept in memory until Hookdesk ends';
  }
}

/** A generic name if no keychain is known. */
const keychainOf = ({ kind, status, label }: VaultState): string =>
  kind === 'keychain' && status !== 'unavailable' ? label : placeWords.keychain.name.toLowerCase();
