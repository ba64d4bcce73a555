import type { Problem } from '#domain/problem.ts';

export interface LastRead {
  readonly readAt: Date | null;
  /** Why a fresh read failed; `null` while it runs. */
  readonly problem: Problem | null;
}

export const standsIn = ({ code }: Problem): boolean =>
  // A missing webhook is gone, and a locked vault must be unlocked first.
  code !== 'not-found' && code !== 'vault-locked' && code !== 'no-such-connection';
