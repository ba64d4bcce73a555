import type { JournalStanding } from '#contract/journal.ts';
import type { VaultState } from '#contract/vault.ts';
import type { Problem } from '#domain/problem.ts';

/** Where the journal is, but for what is counted. */
export type Footing = Pick<JournalStanding, 'status' | 'reason' | 'problem'>;

export const opening: Footing = { status: 'opening', reason: null, problem: null };
export const kept: Footing = { status: 'kept', reason: null, problem: null };

/** Why the journal is in memory alone; `null` where it is not. */
export function inMemory(
  { status }: Pick<VaultState, 'status'>,
  refusal: string | null,
): Footing | null {
  if (refusal !== null) return { status: 'memory', reason: refusal, problem: null };
  if (status !== 'memory') return null;
  return {
    status: 'memory',
    reason: 'The journal is in memory only, like the secrets: it is gone when Hookdesk ends.',
    problem: null,
  };
}

/** What stopped the journal from being on disk just now. */
export function footingAfter(problem: Problem): Footing {
  if (problem.code !== 'vault-locked') {
    return { status: 'failed', reason: problem.message, problem };
  }
  const reason = `The journal is sealed, and nothing is sent until the vault is open. ${problem.message}`;
  return { status: 'locked', reason, problem: null };
}
