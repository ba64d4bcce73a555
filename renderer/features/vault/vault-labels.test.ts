import { describe, expect, it } from 'vitest';
import { VaultKind, type VaultState } from '#contract/vault.ts';
import { type VaultStateName, vaultStates } from '../../shared/secrets/testing/vault-states.ts';
import {
  consequenceOf,
  progressOf,
  titleOf,
  isThere,
  vaultStatusLabel,
  vaultInvitation,
  vaultInWords,
  whyNotThere,
  type BannerAction,
  bannerActionLabel,
  bannerOf,
} from './vault-labels.ts';

describe('choosing a secret storage', () => {
  it.each<[VaultStateName, VaultKind, string | null]>([
    ['ready', 'passphrase', '2 secrets are encrypted in the vault file and verified'],
    ['passphrase', 'keychain', '2 secrets are stored in the keychain and verified'],
    ['memory', 'passphrase', '1 secret is encrypted in the vault file'],
    ['waiting', 'memory', '2 secrets in GNOME Keyring stay there.'],
    ['locked', 'memory', '2 secrets in GNOME Keyring stay there.'],
    ['none', 'passphrase', null],
    ['memoryBesidesKeychain', 'keychain', null],
    ['ready', 'keychain', null],
  ])('from %s to %s', (name, to, said) => {
    const consequence = consequenceOf(to, vaultStates[name]);
    if (said === null) expect(consequence).toBeNull();
    else expect(consequence).toContain(said);
  });

  it('counts the secrets that stay in an unavailable keychain', () => {
    const gone = { ...vaultStates.none, kept: 3 };
    const said = '3 secrets in the system keychain stay there';
    expect(consequenceOf('passphrase', gone)).toContain(said);
    expect(consequenceOf('memory', gone)).toContain(said);
  });

  it('names the storage from which the secrets are removed', () => {
    expect(consequenceOf('passphrase', vaultStates.ready)).toContain('removed from GNOME Keyring');
    expect(consequenceOf('keychain', vaultStates.passphrase)).toContain('from the vault file');
  });

  it('counts the moved secrets', () => {
    expect(progressOf('passphrase', vaultStates.ready)).toBe('Moving and verifying 2 secrets…');
    expect(progressOf('keychain', vaultStates.memory)).toContain('Moving and verifying 1 secret');
    expect(progressOf('memory', vaultStates.waiting)).toBe('Changing the secret storage…');
  });

  it('has a title for each vault state', () => {
    expect(titleOf(vaultStates.waiting)).toBe('Waiting for GNOME Keyring');
    expect(titleOf(vaultStates.locked)).toBe('GNOME Keyring is locked');
    expect(titleOf(vaultStates.none)).toBe('Where should Hookdesk store secrets?');
  });
});

describe('the vault state', () => {
  it.each<[VaultStateName, string, string, string | null]>([
    ['ready', 'GNOME Keyring', 'Secrets are stored in GNOME Keyring', null],
    [
      'opening',
      'GNOME Keyring: connecting',
      'Connecting to GNOME Keyring',
      'Wait for the keychain…',
    ],
    ['waiting', 'Waiting for GNOME Keyring', 'Waiting for GNOME Keyring', 'Wait for the keychain…'],
    ['locked', 'GNOME Keyring: locked', 'GNOME Keyring is locked', 'Unlock the keychain…'],
    ['none', 'No keychain', 'No secret storage selected', 'Select secret storage…'],
    ['passphrase', 'Passphrase vault', 'Secrets are stored in the unlocked vault', null],
    ['passphraseLocked', 'Passphrase vault: locked', 'The vault is locked', null],
    ['memory', 'Memory only', 'Secrets are stored in memory until Hookdesk closes', null],
  ])('%s', (name, inBar, head, invitation) => {
    const state = vaultStates[name];
    expect(vaultInWords(state)).toBe(inBar);
    expect(vaultStatusLabel(state)).toBe(head);
    expect(vaultInvitation(state)).toBe(invitation);
  });
});

describe('the reason against a secret storage', () => {
  it.each<[VaultStateName, VaultKind, string | null]>([
    ['ready', 'keychain', null],
    ['ready', 'passphrase', null],
    ['ready', 'memory', 'Available only if'],
    ['opening', 'passphrase', 'connecting'],
    ['waiting', 'passphrase', 'cannot move its secrets'],
    ['waitingWithNothing', 'passphrase', null],
    ['locked', 'passphrase', 'cannot move its secrets'],
    ['locked', 'memory', null],
    ['none', 'keychain', 'for the reason above'],
    ['none', 'passphrase', null],
    ['refused', 'keychain', 'does not change it'],
    ['refused', 'passphrase', 'does not change it'],
    ['refused', 'memory', null],
    ['passphrase', 'keychain', null],
    ['passphraseAlone', 'keychain', 'No keychain is available'],
    ['passphrase', 'memory', 'Available only if'],
    ['passphraseLocked', 'passphrase', null],
    ['memory', 'keychain', 'for the reason above'],
    ['memory', 'memory', null],
    ['memoryBesidesKeychain', 'passphrase', 'cannot move its secrets'],
    ['memoryRefused', 'passphrase', 'does not change it'],
  ])('%s: %s', (name, kind, why) => {
    const said = whyNotThere(kind, vaultStates[name]);
    if (why === null) expect(said).toBeNull();
    else expect(said).toContain(why);
  });

  it('exists only for a storage that is neither available nor in use', () => {
    for (const state of Object.values<VaultState>(vaultStates)) {
      for (const kind of VaultKind.options) {
        const open = state.choices.includes(kind) || isThere(kind, state);
        expect(whyNotThere(kind, state) === null).toBe(open);
      }
    }
  });
});

describe('the banner', () => {
  it.each<[VaultStateName, string | null, BannerAction[]]>([
    ['ready', null, []],
    ['passphrase', null, []],
    ['opening', null, []],
    ['waiting', 'Waiting for GNOME Keyring', ['choose']],
    ['locked', 'Secrets cannot be read now.', ['look-again', 'choose']],
    ['passphraseLocked', null, []],
    ['none', 'No secret storage selected.', ['choose', 'look-again', 'later']],
    ['memory', 'Secrets are stored in memory only.', ['choose']],
    ['memoryRefused', 'Secrets are stored in memory only.', []],
  ])('%s', (name, title, actions) => {
    const banner = bannerOf(vaultStates[name], { later: false, unsavedDrafts: false });
    expect(banner?.title ?? null).toBe(title);
    expect(banner?.actions ?? []).toEqual(actions);
  });

  it.each<[VaultStateName, string]>([
    ['locked', 'Check for a keychain again'],
    ['none', 'Check for a keychain again'],
    ['memoryRefused', 'Check the vault file again'],
  ])('%s names what is checked again: %s', (name, label) => {
    expect(bannerActionLabel('look-again', vaultStates[name])).toBe(label);
  });

  it('always has a text', () => {
    for (const state of Object.values(vaultStates)) {
      const banner = bannerOf(state, { later: false, unsavedDrafts: false });
      if (banner === null) continue;
      expect(banner.text).not.toBe('');
    }
  });

  it('says that drafts are not saved, and cannot be postponed then', () => {
    for (const later of [false, true]) {
      const banner = bannerOf(vaultStates.none, { later, unsavedDrafts: true });
      expect(banner?.text).toMatch(/Until then, drafts are not saved to disk\.$/);
      expect(banner?.actions).toEqual(['choose', 'look-again']);
    }
    for (const name of ['locked', 'waiting'] as const) {
      const banner = bannerOf(vaultStates[name], { later: false, unsavedDrafts: true });
      expect(banner?.text).toContain('drafts are not saved');
    }
  });

  it('can be postponed only while the vault is unavailable', () => {
    for (const state of Object.values(vaultStates)) {
      const [now, later] = [false, true].map((put) =>
        bannerOf(state, { later: put, unsavedDrafts: false }),
      );
      if (state.status === 'unavailable') expect(later).toBeNull();
      else expect(later).toEqual(now);
    }
  });
});
