import type { VaultKind, VaultState } from '#contract/vault.ts';
import { counted } from '#domain/text/wording.ts';

export const titleOf = (state: VaultState): string =>
  ['opening', 'waiting', 'locked'].includes(state.status)
    ? vaultStatusLabel(state)
    : 'Where should Hookdesk store secrets?';

/** `null` if there are no secrets to move. */
export function consequenceOf(to: VaultKind, state: VaultState): string | null {
  const { kind, status, kept, label } = state;
  if (kept === 0 || to === kind) return null;
  const secrets = counted(kept, 'secret');
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

export function progressOf(to: VaultKind, { kept }: VaultState): string {
  if (to !== 'memory' && kept > 0) return `Moving and verifying ${counted(kept, 'secret')}…`;
  return to === 'passphrase' ? 'Encrypting…' : 'Changing the secret storage…';
}

/** Returns `null` for memory, because the banner of the vault says it. */
export const doneInWords = ({ kind, label }: VaultState): string | null =>
  ({
    keychain: `Secrets are now stored in ${label}`,
    passphrase: 'Secrets are now encrypted with the passphrase',
    memory: null,
  })[kind];

/** A generic name if no keychain is known. */
const keychainOf = ({ kind, status, label }: VaultState): string =>
  kind === 'keychain' && status !== 'unavailable' ? label : 'the system keychain';

export const storageWords: Readonly<
  Record<VaultKind, Readonly<Record<'name' | 'meaning' | 'confirmation', string>>>
> = {
  keychain: {
    name: 'System keychain',
    meaning:
      'The operating system stores secrets and unlocks them when you log in. Other programs of your account can also read them.',
    confirmation: 'Use the keychain',
  },
  passphrase: {
    name: 'Passphrase vault',
    meaning:
      'A file in the data folder, encrypted with a passphrase that you enter after each start. A forgotten passphrase cannot be recovered.',
    confirmation: 'Use this passphrase',
  },
  memory: {
    name: 'Memory only',
    meaning:
      'Secrets are never written to disk. Enter auth tokens and passwords again after each start.',
    confirmation: 'Use memory only',
  },
};

export const vaultInWords = ({ status, label }: VaultState): string =>
  ({
    opening: `${label}: connecting`,
    waiting: `Waiting for ${label}`,
    locked: `${label}: locked`,
    ready: label,
    unavailable: label,
    memory: label,
  })[status];

export function vaultStatusLabel({ status, kind, label }: VaultState): string {
  const isFile = kind === 'passphrase';
  return {
    opening: `Connecting to ${label}`,
    waiting: `Waiting for ${label}`,
    locked: isFile ? 'The vault is locked' : `${label} is locked`,
    unavailable: 'No secret storage selected',
    memory: 'Secrets are stored in memory until Hookdesk closes',
    ready: `Secrets are stored in ${isFile ? 'the unlocked vault' : label}`,
  }[status];
}

/** `null` if the vault is usable, or if the unlock screen asks for its passphrase. */
export const vaultInvitation = ({ status, kind }: VaultState): string | null =>
  ({
    ready: null,
    memory: null,
    locked: kind === 'passphrase' ? null : 'Unlock the keychain…',
    opening: 'Wait for the keychain…',
    waiting: 'Wait for the keychain…',
    unavailable: 'Select secret storage…',
  })[status];

/** `null` if the storage can be chosen or is in use. */
export function whyNotThere(kind: VaultKind, state: VaultState): string | null {
  const { status, choices } = state;
  if (choices.includes(kind) || isThere(kind, state)) return null;
  if (status === 'opening') return 'Hookdesk is connecting to the keychain.';
  if (isRefused(state)) return 'The vault file cannot be read, so Hookdesk does not change it.';
  switch (kind) {
    case 'keychain':
      // The dialog and the settings say the reason above.
      return state.reason === null
        ? 'No keychain is available on this computer.'
        : 'Not available, for the reason above.';
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

export type BannerAction = 'look-again' | 'choose' | 'later';

export function bannerActionLabel(action: BannerAction, state: VaultState): string {
  switch (action) {
    case 'look-again':
      return checkAgainLabel(state);
    case 'choose':
      return 'Select secret storage…';
    case 'later':
      return 'Later';
  }
}

/** While `checkAgainLabel` runs. */
export const checkingAgainLabel = (state: VaultState): string =>
  isRefused(state) ? 'Checking the vault file…' : 'Connecting to the keychain…';

export const checkAgainLabel = (state: VaultState): string =>
  isRefused(state) ? 'Check the vault file again' : 'Check for a keychain again';

export interface Banner {
  readonly title: string;
  readonly text: string;
  /** The first action is the main one. */
  readonly actions: readonly BannerAction[];
}

/**
 * `null` if the vault needs no attention. Also says that drafts wait, which has the same cause.
 * With `later`, choosing where to store secrets waits until there is a draft to save.
 */
export function bannerOf(
  state: VaultState,
  { later, unsavedDrafts }: { later: boolean; unsavedDrafts: boolean },
): Banner | null {
  const { status, kind, label, choices } = state;
  const drafts = unsavedDrafts ? ' Until then, drafts are not saved to disk.' : '';
  const text = `${state.reason ?? ''}${drafts}`;
  switch (status) {
    case 'opening':
    case 'ready':
      return null;
    case 'waiting':
      return {
        title: `Waiting for ${label}`,
        text: `The keychain may show a password prompt. Answer the prompt, or select another secret storage.${drafts}`,
        actions: ['choose'],
      };
    case 'locked':
      // The unlock screen covers the window.
      if (kind === 'passphrase') return null;
      return {
        title: 'Secrets cannot be read now.',
        text,
        actions: choices.length > 0 ? ['look-again', 'choose'] : ['look-again'],
      };
    case 'unavailable':
      if (later && !unsavedDrafts) return null;
      return {
        title: 'No secret storage selected.',
        text,
        actions: unsavedDrafts ? ['choose', 'look-again'] : ['choose', 'look-again', 'later'],
      };
    case 'memory':
      return {
        title: 'Secrets are stored in memory only.',
        text: 'So are drafts and History. Hookdesk deletes all of them when it closes.',
        actions: choices.length > 0 ? ['choose'] : [],
      };
  }
}
