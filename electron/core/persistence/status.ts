import type { PersistenceStatus } from '#contract/persistence.ts';
import type { Problem } from '#domain/problem.ts';
import type { Ports } from '../ports.ts';

export const openingStatus: PersistenceStatus = { status: 'opening', reason: null, problem: null };
export const keptStatus: PersistenceStatus = { status: 'kept', reason: null, problem: null };

/** Returns `null` when vault and file are ready. */
export function blockedStatus({
  vault,
  drafts: { refusal },
}: Pick<Ports, 'vault' | 'drafts'>): PersistenceStatus | null {
  if (refusal !== null) return { status: 'memory', reason: refusal, problem: null };
  const { status, reason } = vault.state();
  switch (status) {
    case 'ready':
      return null;
    case 'opening':
      return openingStatus;
    case 'memory':
      return { status: 'memory', reason: null, problem: null };
    case 'waiting':
    case 'locked':
    case 'unavailable':
      return { status: 'locked', reason, problem: null };
  }
}

export function statusAfterError(problem: Problem): PersistenceStatus {
  const reason = problem.message;
  return problem.code === 'vault-locked'
    ? { status: 'locked', reason, problem: null }
    : { status: 'failed', reason, problem };
}

export function explainedStatus(
  { status, reason, problem }: PersistenceStatus,
  meaning: { readonly memory: string; readonly locked: string },
): PersistenceStatus {
  switch (status) {
    case 'memory':
      return { status, reason: reason ?? meaning.memory, problem };
    case 'locked':
      return { status, reason: [meaning.locked, reason ?? ''].join(' ').trim(), problem };
    default:
      return { status, reason, problem };
  }
}
