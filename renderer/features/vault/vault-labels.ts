import type { VaultKind, VaultState } from '#contract/vault.ts';

interface PlaceWords {
  readonly name: string;
  readonly meaning: string;
}

export const placeWords: Readonly<Record<VaultKind, PlaceWords>> = {
  keychain: {
    name: 'The system’s keychain',
    meaning:
      'The operating system keeps them and opens them when you log in. Nothing has to be typed; programs that run under your login can ask for them too.',
  },
  passphrase: {
    name: 'A vault with a passphrase',
    meaning:
      'A file in the data folder, sealed with a passphrase that is asked for after each start. Nobody can open it without, and nothing brings a forgotten one back.',
  },
  memory: {
    name: 'Memory only',
    meaning:
      'Never written to disk, and gone when Hookdesk ends: auth tokens and passwords have to be entered again after each start.',
  },
};

export function vaultInWords({ status, label }: VaultState): string {
  switch (status) {
    case 'opening':
      return `${label}: asking`;
    case 'waiting':
      return `Waiting for ${label}`;
    case 'locked':
      return `${label}: locked`;
    case 'ready':
    case 'unavailable':
    case 'memory':
      return label;
  }
}

export function vaultStatusLabel({ status, kind, label }: VaultState): string {
  switch (status) {
    case 'opening':
      return `${label} is being asked`;
    case 'waiting':
      return `Waiting for ${label}`;
    case 'locked':
      return kind === 'passphrase' ? 'The vault is locked' : `${label} is locked`;
    case 'unavailable':
      return 'There is nowhere to keep secrets yet';
    case 'memory':
      return 'Secrets are kept in memory until Hookdesk ends';
    case 'ready':
      return kind === 'passphrase'
        ? 'Secrets are kept in the vault, which is open'
        : `Secrets are kept in ${label}`;
  }
}

/** `null` if the vault is usable. */
export function vaultInvitation({ status, kind }: VaultState): string | null {
  switch (status) {
    case 'ready':
    case 'memory':
      return null;
    case 'locked':
      return kind === 'passphrase' ? 'Unlock…' : 'Unlock the keychain…';
    case 'opening':
    case 'waiting':
      return 'Wait for the keychain…';
    case 'unavailable':
      return 'Choose where secrets are kept…';
  }
}

/** `null` if the place can be chosen or is in use. */
export function whyNotThere(kind: VaultKind, state: VaultState): string | null {
  const { status, choices } = state;
  if (choices.includes(kind) || isThere(kind, state)) return null;
  if (status === 'opening') return 'The keychain is being asked just now.';
  if (status === 'locked' && state.kind === 'passphrase') {
    return 'Unlock the vault first, so that its secrets can be brought along.';
  }
  if (isRefused(state)) return 'The vault’s file is left as it is until it can be read.';
  switch (kind) {
    case 'keychain':
      return 'No keychain answers on this computer.';
    case 'passphrase':
      return 'The keychain holds secrets that could not be brought along while it is not open.';
    case 'memory':
      return 'Only offered where secrets cannot be kept any other way just now.';
  }
}

/** Whether the vault file is unreadable; Hookdesk does not overwrite it. */
const isRefused = ({ status, choices }: VaultState): boolean =>
  (status === 'unavailable' || status === 'memory') &&
  !choices.includes('passphrase') &&
  !choices.includes('keychain');

/** Whether secrets are stored there, even if they are unreadable now. */
export const isThere = (kind: VaultKind, { kind: where, status }: VaultState): boolean =>
  kind === where && status !== 'unavailable';

export const countOfSecrets = (count: number): string =>
  count === 1 ? 'one secret' : `${count} secrets`;
