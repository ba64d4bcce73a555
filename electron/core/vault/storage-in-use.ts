import type { VaultKind, VaultStatus } from '#contract/vault.ts';
import type { KeychainEvent, VaultFileFinding } from '../vault-ports.ts';

export type LockedBy = 'start' | 'hand' | 'idle' | 'suspend';

/** The known facts of the vault. Its status follows from them. The functions below return the next condition. */
export interface VaultCondition {
  /** `refused`: this version cannot read the vault's file. */
  readonly home: 'keychain' | 'passphrase' | 'refused';
  readonly refusal: string | null;
  readonly keychain: { readonly kind: 'unknown' } | KeychainEvent;
  /** `null` while a passphrase vault is open. */
  readonly lockedBy: LockedBy | null;
  /** `accepted`: memory is used if there is no keychain. */
  readonly memory: 'no' | 'accepted' | 'in-use';
}

export type VaultEvent =
  | { readonly kind: 'file'; readonly finding: VaultFileFinding }
  | { readonly kind: 'keychain'; readonly event: KeychainEvent }
  | { readonly kind: 'unlocked' }
  | { readonly kind: 'locked'; readonly by: LockedBy }
  | { readonly kind: 'memory-chosen' }
  | { readonly kind: 'moved'; readonly to: 'keychain' | 'passphrase' };

export const initialCondition: VaultCondition = {
  home: 'keychain',
  refusal: null,
  keychain: { kind: 'unknown' },
  lockedBy: 'start',
  memory: 'no',
};

export function afterVaultEvent(before: VaultCondition, event: VaultEvent): VaultCondition {
  switch (event.kind) {
    case 'file':
      return afterFile(before, event.finding);
    case 'keychain':
      return afterKeychainEvent(before, event.event);
    case 'unlocked':
      return before.home === 'passphrase' ? { ...before, lockedBy: null, memory: 'no' } : before;
    case 'locked':
      return before.home === 'passphrase' && before.lockedBy === null
        ? { ...before, lockedBy: event.by }
        : before;
    case 'memory-chosen':
      return { ...before, memory: 'in-use' };
    case 'moved':
      return { ...before, home: event.to, lockedBy: null, memory: 'no' };
  }
}

/** Secrets in memory stay there until they are moved, whatever the keychain reports. */
function afterKeychainEvent(before: VaultCondition, keychain: KeychainEvent): VaultCondition {
  const usesMemory = before.memory === 'accepted' && keychain.kind === 'absent';
  return { ...before, keychain, memory: usesMemory ? 'in-use' : before.memory };
}

function afterFile(before: VaultCondition, finding: VaultFileFinding): VaultCondition {
  switch (finding.kind) {
    case 'refused':
      return { ...before, home: 'refused', refusal: finding.reason };
    case 'none':
      return { ...before, home: 'keychain', refusal: null };
    case 'found': {
      const { home, memoryAccepted } = finding.content;
      const memory = memoryAccepted && before.memory === 'no' ? 'accepted' : before.memory;
      return { ...before, home, refusal: null, lockedBy: 'start', memory };
    }
  }
}

/** Drafts and lists from before the lock are in memory then: an empty vault would show them. */
export const wasOpenBeforeLock = ({ lockedBy }: VaultCondition): boolean =>
  lockedBy !== null && lockedBy !== 'start';

/** Where secrets are, and whether they can be used. A keychain that has not answered is never treated as absent. */
export function storageInUse({ home, keychain, lockedBy, memory }: VaultCondition): {
  status: VaultStatus;
  kind: VaultKind;
} {
  if (home === 'passphrase') {
    return { status: lockedBy === null ? 'ready' : 'locked', kind: 'passphrase' };
  }
  if (memory === 'in-use') return { status: 'memory', kind: 'memory' };
  if (home === 'refused') return { status: 'unavailable', kind: 'keychain' };
  switch (keychain.kind) {
    case 'unknown':
      return { status: 'opening', kind: 'keychain' };
    case 'waiting':
      return { status: 'waiting', kind: 'keychain' };
    case 'open':
      return { status: 'ready', kind: 'keychain' };
    case 'locked':
      return { status: 'locked', kind: 'keychain' };
    case 'absent':
      return { status: 'unavailable', kind: 'keychain' };
  }
}
