import type { VaultKind, VaultState } from '#contract/vault.ts';
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

export type BannerAction = 'unlock' | 'look-again' | 'choose' | 'later';

export const bannerActionLabels: Readonly<Record<BannerAction, string>> = {
  unlock: 'Unlock…',
  'look-again': 'Look again',
  choose: 'Choose where to keep them…',
  later: 'Later',
};

export interface Banner {
  readonly title: string;
  readonly text: string;
  /** Whether the banner shows the elapsed time. */
  readonly counting: boolean;
  /** The first action is the main one. */
  readonly actions: readonly BannerAction[];
}

/** `null` if the vault needs no attention. With `later`, choosing where to store secrets waits. */
export function bannerOf(state: VaultState, { later }: { later: boolean }): Banner | null {
  const { status, kind, label, choices } = state;
  const text = state.reason ?? '';
  switch (status) {
    case 'opening':
    case 'ready':
      return null;
    case 'waiting':
      return {
        title: `Waiting for ${label}`,
        text: 'It may be asking for its password in a window of its own: answer it there, or choose another place for secrets.',
        counting: true,
        actions: ['choose'],
      };
    case 'locked':
      return kind === 'passphrase'
        ? { title: 'The vault is locked.', text, counting: false, actions: ['unlock'] }
        : {
            title: 'Secrets cannot be read now.',
            text,
            counting: false,
            actions: choices.length > 0 ? ['look-again', 'choose'] : ['look-again'],
          };
    case 'unavailable':
      if (later) return null;
      return {
        title: 'There is nowhere to keep secrets yet.',
        text,
        counting: false,
        actions: ['choose', 'look-again', 'later'],
      };
    case 'memory':
      return {
        title: 'Secrets are kept in memory only',
        text: 'and must be entered again after a restart.',
        counting: false,
        actions: choices.length > 0 ? ['choose'] : [],
      };
  }
}
