import { describe, expect, it } from 'vitest';
import type { VaultContent, VaultFileFinding } from '../vault-ports.ts';
import {
  afterVaultEvent,
  initialCondition,
  type VaultCondition,
  storageInUse,
  type VaultEvent,
} from './storage-in-use.ts';
import { shownVault } from './shown-vault.ts';
import { storageChoices } from './storage-choices.ts';

const content: VaultContent = {
  home: 'keychain',
  memoryAccepted: false,
  autoLockMinutes: 30,
  inKeychain: [],
  toRemove: [],
  sealed: null,
};
const file = (finding: VaultFileFinding): VaultEvent => ({ kind: 'file', finding });
const found = (changed: Partial<VaultContent>) =>
  file({ kind: 'found', content: { ...content, ...changed }, notice: null });

/** All events of a vault. */
const events = {
  none: file({ kind: 'none', notice: null }),
  refused: file({ kind: 'refused', reason: 'It is of a newer Hookdesk.' }),
  keychainHome: found({}),
  memoryAccepted: found({ memoryAccepted: true }),
  passphraseHome: found({ home: 'passphrase' }),
  waiting: { kind: 'keychain', event: { kind: 'waiting' } },
  open: { kind: 'keychain', event: { kind: 'open' } },
  locked: { kind: 'keychain', event: { kind: 'locked', reason: 'It is locked.' } },
  absent: { kind: 'keychain', event: { kind: 'absent', reason: 'There is none.' } },
  unlock: { kind: 'unlocked' },
  hand: { kind: 'locked', by: 'hand' },
  idle: { kind: 'locked', by: 'idle' },
  suspend: { kind: 'locked', by: 'suspend' },
  memory: { kind: 'memory-chosen' },
  toKeychain: { kind: 'moved', to: 'keychain' },
  toPassphrase: { kind: 'moved', to: 'passphrase' },
} satisfies Record<string, VaultEvent>;
type Name = keyof typeof events;

const after = (names: readonly Name[]): VaultCondition =>
  names.reduce((condition, name) => afterVaultEvent(condition, events[name]), initialCondition);

describe('the vault status', () => {
  it.each<[string, Name[]]>([
    // Opening the keychain.
    ['opening keychain', []],
    ['opening keychain', ['none']],
    ['opening keychain', ['keychainHome']],
    ['opening keychain', ['memoryAccepted']],
    ['waiting keychain', ['none', 'waiting']],
    ['ready keychain', ['none', 'open']],
    ['ready keychain', ['none', 'waiting', 'open']],
    ['locked keychain', ['none', 'locked']],
    ['locked keychain', ['none', 'waiting', 'locked']],
    ['ready keychain', ['none', 'locked', 'open']],
    ['unavailable keychain', ['none', 'absent']],
    ['ready keychain', ['none', 'absent', 'open']],
    // Keychain in use.
    ['waiting keychain', ['none', 'open', 'waiting']],
    ['locked keychain', ['none', 'open', 'locked']],
    // Memory: only on request, and until the secrets are moved.
    ['memory memory', ['none', 'absent', 'memory']],
    ['memory memory', ['none', 'waiting', 'memory']],
    ['memory memory', ['none', 'waiting', 'memory', 'open']],
    ['memory memory', ['none', 'locked', 'memory', 'locked']],
    ['ready keychain', ['none', 'waiting', 'memory', 'open', 'toKeychain']],
    ['ready passphrase', ['none', 'absent', 'memory', 'toPassphrase']],
    // An earlier choice of memory applies only without a keychain.
    ['memory memory', ['memoryAccepted', 'absent']],
    ['memory memory', ['memoryAccepted', 'absent', 'open']],
    ['ready keychain', ['memoryAccepted', 'open']],
    ['waiting keychain', ['memoryAccepted', 'waiting']],
    ['locked keychain', ['memoryAccepted', 'locked']],
    // A passphrase vault ignores the keychain.
    ['locked passphrase', ['passphraseHome']],
    ['locked passphrase', ['passphraseHome', 'open']],
    ['ready passphrase', ['passphraseHome', 'unlock']],
    ['ready passphrase', ['passphraseHome', 'unlock', 'absent']],
    ['locked passphrase', ['passphraseHome', 'unlock', 'idle']],
    ['locked passphrase', ['passphraseHome', 'unlock', 'suspend']],
    ['ready passphrase', ['passphraseHome', 'unlock', 'suspend', 'unlock']],
    ['ready keychain', ['passphraseHome', 'unlock', 'open', 'toKeychain']],
    ['ready passphrase', ['none', 'open', 'toPassphrase']],
    ['opening keychain', ['passphraseHome', 'none']],
    // Lock and unlock apply to a passphrase vault only.
    ['ready keychain', ['none', 'open', 'idle']],
    ['ready keychain', ['none', 'open', 'unlock']],
    // A refused vault file.
    ['unavailable keychain', ['refused']],
    ['unavailable keychain', ['refused', 'open']],
    ['memory memory', ['refused', 'memory']],
    ['ready keychain', ['refused', 'open', 'keychainHome']],
  ])('is %s after %j', (expected, happened) => {
    const { status, kind } = storageInUse(after(happened));
    expect(`${status} ${kind}`).toBe(expected);
  });

  it('keeps the first reason of a lock', () => {
    expect(after(['passphraseHome', 'unlock', 'idle', 'suspend']).lockedBy).toBe('idle');
  });
});

describe('the choices of another secret storage', () => {
  it.each<[string, Name[], number]>([
    ['', ['none'], 0],
    ['passphrase', ['none', 'open'], 3],
    ['passphrase memory', ['none', 'absent'], 0],
    // The secrets stay in the keychain, which is not accessible.
    ['passphrase memory', ['keychainHome', 'absent'], 3],
    // The keychain is accessible later, so a move must not leave its secrets behind.
    ['memory', ['keychainHome', 'locked'], 3],
    ['memory', ['keychainHome', 'waiting'], 3],
    ['passphrase memory', ['none', 'locked'], 0],
    ['passphrase', ['none', 'absent', 'memory'], 0],
    ['keychain passphrase', ['none', 'waiting', 'memory', 'open'], 3],
    ['keychain', ['none', 'waiting', 'memory'], 3],
    ['', ['passphraseHome'], 0],
    ['keychain', ['passphraseHome', 'unlock'], 0],
    ['', ['passphraseHome', 'unlock', 'absent'], 0],
    ['memory', ['refused'], 0],
    ['', ['refused', 'memory'], 0],
  ])('are %j after %j with %i secrets in the keychain', (expected, happened, inKeychain) => {
    expect(storageChoices(after(happened), { inKeychain }).join(' ')).toBe(expected);
  });
});

describe('the vault description', () => {
  const facts = {
    keychainLabel: 'GNOME Keyring',
    autoLockMinutes: 5,
    locksWith: 'sleep' as const,
    inKeychain: 0,
    kept: 2,
  };
  it.each<[string, string | null, Name[]]>([
    ['GNOME Keyring', null, ['none', 'open']],
    ['GNOME Keyring', null, ['none']],
    ['GNOME Keyring', 'GNOME Keyring has not responded yet', ['none', 'waiting']],
    ['GNOME Keyring', 'It is locked.', ['none', 'locked']],
    ['No keychain', 'There is none.', ['none', 'absent']],
    ['No keychain', 'It is of a newer Hookdesk.', ['refused', 'open']],
    ['Memory only', 'There is none.', ['none', 'absent', 'memory']],
    ['Memory only', 'GNOME Keyring is not used', ['none', 'waiting', 'memory', 'open']],
    ['Passphrase vault', null, ['passphraseHome', 'unlock']],
    ['Passphrase vault', 'after each start', ['passphraseHome']],
    ['Passphrase vault', 'by hand', ['passphraseHome', 'unlock', 'hand']],
    ['Passphrase vault', 'after 5 min without input', ['passphraseHome', 'unlock', 'idle']],
    ['Passphrase vault', 'went to sleep', ['passphraseHome', 'unlock', 'suspend']],
  ])('is %s, %s, after %j', (label, reason, happened) => {
    const view = shownVault(after(happened), facts);
    expect(view.label).toBe(label);
    if (reason === null) expect(view.reason).toBeNull();
    else expect(view.reason).toContain(reason);
  });

  it.each<[boolean, Name[]]>([
    [true, ['passphraseHome']],
    [false, ['passphraseHome', 'unlock']],
    [false, ['passphraseHome', 'unlock', 'hand']],
    [false, ['passphraseHome', 'unlock', 'idle']],
    [false, ['passphraseHome', 'unlock', 'suspend']],
    [false, ['none', 'locked']],
  ])('offers an empty vault: %s, after %j', (offered, happened) => {
    expect(shownVault(after(happened), facts).canStartAnew).toBe(offered);
  });
});
