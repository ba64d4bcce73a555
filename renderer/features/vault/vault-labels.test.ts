import { describe, expect, it } from 'vitest';
import { VaultKind, type VaultState } from '#contract/vault.ts';
import { type VaultStateName, vaultStates } from '../../shared/secrets/testing/vault-states.ts';
import {
  isThere,
  vaultStatusLabel,
  vaultInvitation,
  vaultInWords,
  whyNotThere,
} from './vault-labels.ts';

describe('how the vault stands', () => {
  it.each<[VaultStateName, string, string, string | null]>([
    ['ready', 'GNOME Keyring', 'Secrets are kept in GNOME Keyring', null],
    ['opening', 'GNOME Keyring: asking', 'GNOME Keyring is being asked', 'Wait for the keychain…'],
    ['waiting', 'Waiting for GNOME Keyring', 'Waiting for GNOME Keyring', 'Wait for the keychain…'],
    ['locked', 'GNOME Keyring: locked', 'GNOME Keyring is locked', 'Unlock the keychain…'],
    [
      'none',
      'No keychain',
      'There is nowhere to keep secrets yet',
      'Choose where secrets are kept…',
    ],
    ['passphrase', 'Passphrase vault', 'Secrets are kept in the vault, which is open', null],
    ['passphraseLocked', 'Passphrase vault: locked', 'The vault is locked', 'Unlock…'],
    ['memory', 'Memory only', 'Secrets are kept in memory until Hookdesk ends', null],
  ])('%s', (name, inBar, head, invitation) => {
    const state = vaultStates[name];
    expect(vaultInWords(state)).toBe(inBar);
    expect(vaultStatusLabel(state)).toBe(head);
    expect(vaultInvitation(state)).toBe(invitation);
  });
});

describe('why a place cannot be chosen', () => {
  it.each<[VaultStateName, VaultKind, string | null]>([
    ['ready', 'keychain', null],
    ['ready', 'passphrase', null],
    ['ready', 'memory', 'Only offered where'],
    ['opening', 'passphrase', 'being asked'],
    ['waiting', 'passphrase', 'could not be brought along'],
    ['waitingWithNothing', 'passphrase', null],
    ['locked', 'passphrase', 'could not be brought along'],
    ['locked', 'memory', null],
    ['none', 'keychain', 'No keychain answers'],
    ['none', 'passphrase', null],
    ['refused', 'keychain', 'left as it is'],
    ['refused', 'passphrase', 'left as it is'],
    ['refused', 'memory', null],
    ['passphrase', 'keychain', null],
    ['passphraseAlone', 'keychain', 'No keychain answers'],
    ['passphrase', 'memory', 'Only offered where'],
    ['passphraseLocked', 'keychain', 'Unlock the vault first'],
    ['passphraseLocked', 'passphrase', null],
    ['memory', 'keychain', 'No keychain answers'],
    ['memory', 'memory', null],
    ['memoryBesidesKeychain', 'passphrase', 'could not be brought along'],
    ['memoryRefused', 'passphrase', 'left as it is'],
  ])('%s: %s', (name, kind, why) => {
    const said = whyNotThere(kind, vaultStates[name]);
    if (why === null) expect(said).toBeNull();
    else expect(said).toContain(why);
  });

  it('is said of all that is neither offered nor used, and of nothing else', () => {
    for (const state of Object.values<VaultState>(vaultStates)) {
      for (const kind of VaultKind.options) {
        const open = state.choices.includes(kind) || isThere(kind, state);
        expect(whyNotThere(kind, state) === null).toBe(open);
      }
    }
  });
});
