import type { DraftsStanding } from '#contract/drafts.ts';
import type { VaultState } from '#contract/vault.ts';
import type { Problem } from '#domain/problem.ts';

/** Where drafts stand, but for what is counted. */
export type Footing = Pick<DraftsStanding, 'status' | 'reason' | 'problem'>;

export const opening: Footing = { status: 'opening', reason: null, problem: null };
export const kept: Footing = { status: 'kept', reason: null, problem: null };

/** Where drafts can only be in memory, or wait there; `null` where they can be on disk. */
export function footingWithout(
  { status, reason }: Pick<VaultState, 'status' | 'reason'>,
  refusal: string | null,
): Footing | null {
  if (refusal !== null) return { status: 'memory', reason: refusal, problem: null };
  switch (status) {
    case 'ready':
      return null;
    case 'opening':
      return opening;
    case 'memory':
      return {
        status: 'memory',
        reason: 'Drafts are in memory only, like the secrets: they are gone when Hookdesk ends.',
        problem: null,
      };
    case 'waiting':
    case 'locked':
    case 'unavailable':
      return { status: 'locked', reason: waitingFor(reason), problem: null };
  }
}

/** What stopped drafts from being on disk just now. */
export function footingAfter(problem: Problem): Footing {
  if (problem.code === 'vault-locked') {
    return { status: 'locked', reason: waitingFor(problem.message), problem: null };
  }
  return { status: 'failed', reason: problem.message, problem };
}

const waitingFor = (reason: string | null): string =>
  ['Drafts on disk are sealed, and edits wait in memory until the vault is open.', reason]
    .filter((part) => part !== null)
    .join(' ');
