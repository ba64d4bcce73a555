import type { LocksWith, VaultKind, VaultState, VaultStatus } from '#contract/vault.ts';
import { storageChoices } from './storage-choices.ts';
import {
  type LockedBy,
  type VaultCondition,
  storageInUse,
  wasOpenBeforeLock,
} from './storage-in-use.ts';

/** What the state of the vault shows besides its condition. */
export interface VaultFacts {
  readonly keychainLabel: string;
  readonly autoLockMinutes: number | null;
  readonly locksWith: LocksWith;
  /** Number of secrets in the keychain. */
  readonly inKeychain: number;
  /** Number of a person's secrets in the vault. */
  readonly kept: number;
}

/** The vault as windows show it. */
export function shownVault(condition: VaultCondition, facts: VaultFacts): VaultState {
  const { status, kind } = storageInUse(condition);
  return {
    status,
    kind,
    label: labelOf(status, kind, facts.keychainLabel),
    reason: reasonOf(condition, facts),
    choices: storageChoices(condition, facts),
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
  { keychainLabel, autoLockMinutes }: VaultFacts,
): string | null {
  const { keychain } = condition;
  const keychainProblem =
    keychain.kind === 'locked' || keychain.kind === 'absent' ? keychain.reason : null;
  const { status, kind } = storageInUse(condition);
  switch (status) {
    case 'opening':
    case 'ready':
      return null;
    case 'waiting':
      return `${keychainLabel} has not responded yet and may show a password prompt.`;
    case 'locked':
      return kind === 'keychain'
        ? keychainProblem
        : lockedInWords(condition.lockedBy, autoLockMinutes);
    case 'unavailable':
      return condition.refusal ?? keychainProblem;
    case 'memory':
      return condition.refusal ?? keychainProblem ?? `${keychainLabel} is not used for now.`;
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
