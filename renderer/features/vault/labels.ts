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
      return 'Where should Hookdesk store secrets?';
  }
}

/** `null` if there are no secrets to move. */
export function consequenceOf(to: VaultKind, state: VaultState): string | null {
  const { kind, status, kept, label } = state;
  if (kept === 0 || to === kind) return null;
  const secrets = capitalised(countOfSecrets(kept));
  const one = kept === 1;
  if (to === 'memory') {
    return `${secrets} in ${keychainOf(state)} ${one ? 'stays' : 'stay'} there. Enter the secrets again until it can be read.`;
  }
  if (kind === 'keychain' && status !== 'ready') {
    return `${secrets} in ${keychainOf(state)} ${one ? 'stays' : 'stay'} there, because it cannot be read now. Enter the secrets again here.`;
  }
  const done = to === 'passphrase' ? 'encrypted in the vault file' : 'stored in the keychain';
  const from = { keychain: label, passphrase: 'the vault file', memory: 'memory' }[kind];
  return `${secrets} ${one ? 'is' : 'are'} ${done} and verified, then removed from ${from}. If a step fails, nothing changes.`;
}

export const confirmationOf: Readonly<Record<VaultKind, string>> = {
  keychain: 'Use the keychain',
  passphrase: 'Use this passphrase',
  memory: 'Use memory only',
};

export const progressOf = (to: VaultKind, { kept }: VaultState): string =>
  to === 'memory' || kept === 0 ? 'Please wait…' : `Moving and verifying ${countOfSecrets(kept)}…`;

export function doneInWords({ kind, label }: VaultState): string {
  switch (kind) {
    case 'keychain':
      return `Secrets are now stored in ${label}`;
    case 'passphrase':
      return 'Secrets are now encrypted with the passphrase';
    case 'memory':
      return 'Secrets are stored in memory until Hookdesk closes';
  }
}

/** A generic name if no keychain is known. */
const keychainOf = ({ kind, status, label }: VaultState): string =>
  kind === 'keychain' && status !== 'unavailable' ? label : 'the system keychain';

interface PlaceWords {
  readonly name: string;
  readonly meaning: string;
}

export const placeWords: Readonly<Record<VaultKind, PlaceWords>> = {
  keychain: {
    name: 'System keychain',
    meaning:
      'The operating system stores secrets and unlocks them when you log in. Other programs of your account can also read them.',
  },
  passphrase: {
    name: 'Passphrase vault',
    meaning:
      'A file in the data folder, encrypted with a passphrase that you enter after each start. A forgotten passphrase cannot be recovered.',
  },
  memory: {
    name: 'Memory only',
    meaning:
      'Secrets are never written to disk. Enter auth tokens and passwords again after each start.',
  },
};

export function vaultInWords({ status, label }: VaultState): string {
  switch (status) {
    case 'opening':
      return `${label}: connecting`;
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
      return `Connecting to ${label}`;
    case 'waiting':
      return `Waiting for ${label}`;
    case 'locked':
      return kind === 'passphrase' ? 'The vault is locked' : `${label} is locked`;
    case 'unavailable':
      return 'No secret storage selected';
    case 'memory':
      return 'Secrets are stored in memory until Hookdesk closes';
    case 'ready':
      return kind === 'passphrase'
        ? 'Secrets are stored in the unlocked vault'
        : `Secrets are stored in ${label}`;
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
      return 'Select secret storage…';
  }
}

/** `null` if the place can be chosen or is in use. */
export function whyNotThere(kind: VaultKind, state: VaultState): string | null {
  const { status, choices } = state;
  if (choices.includes(kind) || isThere(kind, state)) return null;
  if (status === 'opening') return 'Hookdesk is connecting to the keychain.';
  if (status === 'locked' && state.kind === 'passphrase') {
    return 'Unlock the vault first, so that Hookdesk can move its secrets.';
  }
  if (isRefused(state)) return 'The vault file cannot be read, so Hookdesk does not change it.';
  switch (kind) {
    case 'keychain':
      return 'No keychain is available on this computer.';
    case 'passphrase':
      return 'The keychain is locked, so Hookdesk cannot move its secrets.';
    case 'memory':
      return 'Available only if no other storage works.';
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
  count === 1 ? '1 secret' : `${count} secrets`;

export type BannerAction = 'unlock' | 'look-again' | 'choose' | 'later';

export const bannerActionLabels: Readonly<Record<BannerAction, string>> = {
  unlock: 'Unlock…',
  'look-again': 'Refresh',
  choose: 'Select secret storage…',
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
        text: 'The keychain may show a password prompt. Answer the prompt, or select another secret storage.',
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
        title: 'No secret storage selected.',
        text,
        counting: false,
        actions: ['choose', 'look-again', 'later'],
      };
    case 'memory':
      return {
        title: 'Secrets are stored in memory only',
        text: 'Enter them again after a restart.',
        counting: false,
        actions: choices.length > 0 ? ['choose'] : [],
      };
  }
}
