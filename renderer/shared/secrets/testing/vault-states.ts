import type { VaultState } from '#contract/vault.ts';

/** Vault states that the host can report. */
const keychain: VaultState = {
  status: 'ready',
  kind: 'keychain',
  label: 'GNOME Keyring',
  reason: null,
  choices: ['passphrase'],
  kept: 2,
  autoLockMinutes: 30,
  locksWith: 'screen-and-sleep',
  canStartAnew: false,
};
const passphrase: VaultState = {
  ...keychain,
  kind: 'passphrase',
  label: 'Passphrase vault',
  choices: ['keychain'],
};

export const vaultStates = {
  ready: keychain,
  opening: { ...keychain, status: 'opening', choices: [] },
  waiting: { ...keychain, status: 'waiting', reason: 'No answer yet.', choices: ['memory'] },
  waitingWithNothing: {
    ...keychain,
    status: 'waiting',
    reason: 'No answer yet.',
    choices: ['passphrase', 'memory'],
    kept: 0,
  },
  locked: { ...keychain, status: 'locked', reason: 'It is locked.', choices: ['memory'] },
  none: {
    ...keychain,
    status: 'unavailable',
    label: 'No keychain',
    reason: 'There is none.',
    choices: ['passphrase', 'memory'],
    kept: 0,
  },
  refused: {
    ...keychain,
    status: 'unavailable',
    label: 'No keychain',
    reason: 'The file is of a newer Hookdesk.',
    choices: ['memory'],
    kept: 0,
  },
  passphrase,
  passphraseAlone: { ...passphrase, choices: [] },
  passphraseLocked: {
    ...passphrase,
    status: 'locked',
    reason: 'It was locked by hand.',
    choices: [],
  },
  memory: {
    ...keychain,
    status: 'memory',
    kind: 'memory',
    label: 'Memory only',
    reason: 'There is no keychain.',
    choices: ['passphrase'],
    kept: 1,
  },
  memoryBesidesKeychain: {
    ...keychain,
    status: 'memory',
    kind: 'memory',
    label: 'Memory only',
    reason: 'You chose not to use it.',
    choices: ['keychain'],
    kept: 0,
  },
  memoryRefused: {
    ...keychain,
    status: 'memory',
    kind: 'memory',
    label: 'Memory only',
    reason: 'The file is of a newer Hookdesk.',
    choices: [],
    kept: 0,
  },
} satisfies Record<string, VaultState>;

export type VaultStateName = keyof typeof vaultStates;
