import type { VaultKind, VaultState } from '#contract/vault.ts';
import { countOfSecrets, placeWords, standingInWords } from '../../parts/vault-words.ts';
import { capitalised } from '../../ui/capitalised.ts';

/** What a dialog is called that asks where secrets are to be kept, by what is the matter. */
export function titleOf(state: VaultState): string {
  switch (state.status) {
    case 'opening':
    case 'waiting':
    case 'locked':
      return standingInWords(state);
    case 'ready':
    case 'unavailable':
    case 'memory':
      return 'Where should secrets be kept?';
  }
}

/** What keeping secrets elsewhere does with those that are kept already; `null` where there are none. */
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

/** For the button that does it. */
export const confirmationOf: Readonly<Record<VaultKind, string>> = {
  keychain: 'Keep them in the keychain',
  passphrase: 'Keep them under this passphrase',
  memory: 'Keep them in memory until Hookdesk ends',
};

/** While it is done. */
export const progressOf = (to: VaultKind, { kept }: VaultState): string =>
  to === 'memory' || kept === 0
    ? 'A moment…'
    : `Moving ${countOfSecrets(kept)} and reading ${kept === 1 ? 'it' : 'them'} back…`;

/** Once it is done. */
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

/** What the keychain is called where there is none to name. */
const keychainOf = ({ kind, status, label }: VaultState): string =>
  kind === 'keychain' && status !== 'unavailable' ? label : placeWords.keychain.name.toLowerCase();
