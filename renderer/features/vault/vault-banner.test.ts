import { expect, it } from 'vitest';
import { type VaultStateName, vaultStates } from '../../shared/secrets/testing/vault-states.ts';
import { type BannerAction, bannerOf } from './vault-banner.ts';

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
