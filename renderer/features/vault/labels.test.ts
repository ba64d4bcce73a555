import { expect, it } from 'vitest';
import type { VaultKind } from '#contract/vault.ts';
import { type VaultStateName, vaultStates } from '../../shared/secrets/testing/vault-states.ts';
import { consequenceOf, progressOf, titleOf } from './labels.ts';

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
