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
  bannerOf,
} from './labels.ts';

describe('choosing a place for secrets', () => {
  it.each<[VaultStateName, VaultKind, string | null]>([
    ['ready', 'passphrase', '2 secrets are sealed in the vault’s file, read back from there'],
    ['passphrase', 'keychain', '2 secrets are put into the keychain, read back from there'],
    ['memory', 'passphrase', 'One secret is sealed in the vault’s file'],
    ['waiting', 'memory', '2 secrets in GNOME Keyring stay there untouched'],
    ['locked', 'memory', '2 secrets in GNOME Keyring stay there untouched'],
    ['none', 'passphrase', null],
    ['memoryBesidesKeychain', 'keychain', null],
    ['ready', 'keychain', null],
  ])('from %s to %s', (name, to, said) => {
    const consequence = consequenceOf(to, vaultStates[name]);
    if (said === null) expect(consequence).toBeNull();
    else expect(consequence).toContain(said);
  });

  it('says which secrets of a keychain that is gone have to be entered again', () => {
    const gone = { ...vaultStates.none, kept: 3 };
    const said = '3 secrets in the system’s keychain stay there';
    expect(consequenceOf('passphrase', gone)).toContain(said);
    expect(consequenceOf('memory', gone)).toContain(said);
  });

  it('says from where everything is removed, once it is elsewhere', () => {
    expect(consequenceOf('passphrase', vaultStates.ready)).toContain('removed from GNOME Keyring');
    expect(consequenceOf('keychain', vaultStates.passphrase)).toContain('from the vault’s file');
  });

  it('counts what is moved', () => {
    expect(progressOf('passphrase', vaultStates.ready)).toBe(
      'Moving 2 secrets and reading them back…',
    );
    expect(progressOf('keychain', vaultStates.memory)).toContain('one secret and reading it back');
    expect(progressOf('memory', vaultStates.waiting)).toBe('A moment…');
  });

  it('is headed by what is the matter', () => {
    expect(titleOf(vaultStates.waiting)).toBe('Waiting for GNOME Keyring');
    expect(titleOf(vaultStates.locked)).toBe('GNOME Keyring is locked');
    expect(titleOf(vaultStates.none)).toBe('Where should secrets be kept?');
  });
});

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

describe('the banner', () => {
  it.each<[VaultStateName, string | null, BannerAction[]]>([
    ['ready', null, []],
    ['passphrase', null, []],
    ['opening', null, []],
    ['waiting', 'Waiting for GNOME Keyring', ['choose']],
    ['locked', 'Secrets cannot be read now.', ['look-again', 'choose']],
    ['passphraseLocked', 'The vault is locked.', ['unlock']],
    ['none', 'There is nowhere to keep secrets yet.', ['choose', 'look-again', 'later']],
    ['memory', 'Secrets are kept in memory only', ['choose']],
    ['memoryRefused', 'Secrets are kept in memory only', []],
  ])('%s', (name, title, actions) => {
    const banner = bannerOf(vaultStates[name], { later: false });
    expect(banner?.title ?? null).toBe(title);
    expect(banner?.actions ?? []).toEqual(actions);
  });

  it('counts while it waits, and says why in every other case', () => {
    for (const state of Object.values(vaultStates)) {
      const banner = bannerOf(state, { later: false });
      if (banner === null) continue;
      expect(banner.counting).toBe(state.status === 'waiting');
      expect(banner.text).not.toBe('');
    }
  });

  it('can be put off where nothing is kept yet, and nowhere else', () => {
    for (const state of Object.values(vaultStates)) {
      const [now, later] = [false, true].map((put) => bannerOf(state, { later: put }));
      if (state.status === 'unavailable') expect(later).toBeNull();
      else expect(later).toEqual(now);
    }
  });
});
