import type { VaultKind } from '#contract/vault.ts';
import { type VaultCondition, storageInUse } from './storage-in-use.ts';

/** Where a person may move the secrets. No choice leaves movable secrets behind, or replaces a working backend by memory. */
export function storageChoices(
  condition: VaultCondition,
  { inKeychain }: { readonly inKeychain: number },
): VaultKind[] {
  const { status, kind } = storageInUse(condition);
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
