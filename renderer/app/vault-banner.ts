import type { VaultState } from '#contract/vault.ts';

/** What a person can do from the banner. */
export type BannerAction = 'unlock' | 'look-again' | 'choose' | 'later';

export interface Banner {
  readonly title: string;
  readonly text: string;
  /** Shown with the time that has passed. */
  readonly counting: boolean;
  /** The first is what most people want. */
  readonly actions: readonly BannerAction[];
}

/**
 * What a person has to know or do about the vault, whatever else they do; `null` for nothing. Where
 * there is nowhere to keep secrets yet, that can wait until there is one.
 */
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
