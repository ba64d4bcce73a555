import type { VaultState } from '#contract/vault.ts';

export type BannerAction = 'unlock' | 'look-again' | 'choose' | 'later';

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
