import type { LocksWith, VaultKind, VaultState, VaultStatus } from '#contract/vault.ts';
import {
  type LockedBy,
  type VaultCondition,
  vaultStatusOf,
  wasOpenBeforeLock,
} from './vault-condition.ts';

export interface ViewFacts {
  readonly keychainLabel: string;
  readonly autoLockMinutes: number | null;
  readonly locksWith: LocksWith;
  readonly inKeychain: number;
  readonly kept: number;
}

export function viewOf(condition: VaultCondition, facts: ViewFacts): VaultState {
  const { status, kind } = vaultStatusOf(condition);
  return {
    status,
    kind,
    label: labelOf(status, kind, facts.keychainLabel),
    reason: reasonOf(condition, facts),
    choices: choicesOf(condition, facts),
    kept: facts.kept,
    autoLockMinutes: facts.autoLockMinutes,
    locksWith: facts.locksWith,
    canStartAnew: kind === 'passphrase' && status === 'locked' && !wasOpenBeforeLock(condition),
  };
}

function labelOf(status: VaultStatus, kind: VaultKind, keychainLabel: string): string {
  if (status === 'unavailable') return 'No keychain';
  return { keychain: keychainLabel, passphrase: 'Passphrase vault', memory: 'Memory only' }[kind];
}

function reasonOf(
  condition: VaultCondition,
  { keychainLabel, autoLockMinutes }: ViewFacts,
): string | null {
  const { keychain } = condition;
  const trouble = keychain.kind === 'locked' || keychain.kind === 'absent' ? keychain.reason : null;
  const { status, kind } = vaultStatusOf(condition);
  switch (status) {
    case 'opening':
    case 'ready':
      return null;
    case 'waiting':
      return `${keychainLabel} has not responded yet and may show a password prompt.`;
    case 'locked':
      return kind === 'keychain' ? trouble : lockedInWords(condition.lockedBy, autoLockMinutes);
    case 'unavailable':
      return condition.refusal ?? trouble;
    case 'memory':
      return condition.refusal ?? trouble ?? `${keychainLabel} is not used for now.`;
  }
}

function lockedInWords(by: LockedBy | null, minutes: number | null): string {
  switch (by) {
    case 'idle':
      return `Hookdesk locked it after ${minutes ?? 0} min without input.`;
    case 'suspend':
      return 'Hookdesk locked it because the screen was locked or the computer went to sleep.';
    case 'hand':
      return 'It was locked by hand.';
    case 'start':
    case null:
      return 'It is locked after each start of Hookdesk.';
  }
}

/** Never offers a choice that leaves movable secrets behind, or memory instead of a working backend. */
export function choicesOf(
  condition: VaultCondition,
  { inKeychain }: Pick<ViewFacts, 'inKeychain'>,
): VaultKind[] {
  const { status, kind } = vaultStatusOf(condition);
  const keychain = condition.keychain.kind;
  if (status === 'opening') return [];
  const choices: VaultKind[] = [];
  if (condition.home === 'refused') return status === 'memory' ? [] : ['memory'];
  if (kind === 'passphrase') return status === 'ready' && keychain !== 'absent' ? ['keychain'] : [];
  if (kind === 'memory' && keychain !== 'absent') choices.push('keychain');
  const leavesBehind = inKeychain > 0 && keychain !== 'open' && keychain !== 'absent';
  if (!leavesBehind) choices.push('passphrase');
  if (kind === 'keychain' && status !== 'ready') choices.push('memory');
  return choices;
}
