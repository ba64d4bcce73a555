import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';

export const VaultKind = z.enum(['keychain', 'passphrase', 'memory']);
export type VaultKind = z.infer<typeof VaultKind>;

/** `opening`: keychain asked under 2 s ago. `waiting`: no answer since. `unavailable`: the user must choose. */
export const VaultStatus = z.enum([
  'opening',
  'waiting',
  'ready',
  'locked',
  'unavailable',
  'memory',
]);
export type VaultStatus = z.infer<typeof VaultStatus>;

export const LocksWith = z.enum(['screen-and-sleep', 'sleep', 'nothing']);
export type LocksWith = z.infer<typeof LocksWith>;

export const VaultState = z.object({
  status: VaultStatus,
  kind: VaultKind,
  label: z.string(),
  reason: z.string().nullable(),
  choices: z.array(VaultKind),
  kept: z.int(),
  autoLockMinutes: z.int().nullable(),
  locksWith: LocksWith,
  /** Whether an empty vault is offered: only before the first unlock since the start. */
  canStartAnew: z.boolean(),
});
export type VaultState = z.infer<typeof VaultState>;

const PassphraseInput = z.string().min(1).max(1_024);

export const VaultChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keychain') }),
  z.object({ kind: z.literal('passphrase'), passphrase: PassphraseInput }),
  /** Until Hookdesk ends. Remembered when there is no keychain. */
  z.object({ kind: z.literal('memory') }),
]);
export type VaultChoice = z.infer<typeof VaultChoice>;

const AutoLockMinutes = z.int().min(1).max(1_440).nullable();

export const vaultProcedures = {
  state: procedure.output(VaultState),
  watch: procedure.output(eventIterator(VaultState)),
  unlock: procedure.input(z.object({ passphrase: PassphraseInput })).output(VaultState),
  /** Then requests that need a secret are rejected. */
  lock: procedure.output(VaultState),
  /** Restarts the time until the vault locks, because a person works in a window. */
  noteUse: procedure,
  /** Moves all secrets, or changes nothing. */
  choose: procedure.input(VaultChoice).output(VaultState),
  changePassphrase: procedure
    .input(z.object({ old: PassphraseInput, new: PassphraseInput }))
    .output(VaultState),
  autoLock: procedure.input(z.object({ minutes: AutoLockMinutes })).output(VaultState),
  retry: procedure.output(VaultState),
  /** Sets aside a vault that cannot be opened, and creates an empty one. Not after a lock, until a restart. */
  startAnew: procedure.output(VaultState),
};
