import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './procedure.ts';

/** Where secrets can be kept. */
export const VaultKind = z.enum(['keychain', 'passphrase', 'memory']);
export type VaultKind = z.infer<typeof VaultKind>;

/**
 * How the vault stands. `opening`: the keychain was asked less than 2 s ago. `waiting`: it has not
 * answered since. `unavailable`: there is nowhere to keep secrets until a person chooses.
 */
export const VaultStatus = z.enum([
  'opening',
  'waiting',
  'ready',
  'locked',
  'unavailable',
  'memory',
]);
export type VaultStatus = z.infer<typeof VaultStatus>;

/** What locks a passphrase vault besides time, as far as the host is told of it. */
export const LocksWith = z.enum(['screen-and-sleep', 'sleep', 'nothing']);
export type LocksWith = z.infer<typeof LocksWith>;

/** The vault as the window sees it. */
export const VaultState = z.object({
  status: VaultStatus,
  /** What the status is about. */
  kind: VaultKind,
  /** In a word or two: the keychain's name as people of this system know it, say. */
  label: z.string(),
  /** Why it is not ready and what to do, as a sentence or more; `null` where there is nothing to say. */
  reason: z.string().nullable(),
  /** What can be chosen now, other than what is. */
  choices: z.array(VaultKind),
  /** How many secrets are kept, as far as is known. */
  kept: z.int(),
  /** A passphrase vault is locked after so many minutes without use; `null` for never. */
  autoLockMinutes: z.int().nullable(),
  locksWith: LocksWith,
});
export type VaultState = z.infer<typeof VaultState>;

/** A passphrase on its way in. The window never gets one back. */
const PassphraseInput = z.string().min(1).max(1_024);

export const VaultChoice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keychain') }),
  z.object({ kind: z.literal('passphrase'), passphrase: PassphraseInput }),
  /** Until Hookdesk ends. Where there is no keychain it is remembered, and not asked again. */
  z.object({ kind: z.literal('memory') }),
]);
export type VaultChoice = z.infer<typeof VaultChoice>;

/** From one minute to a day. */
const AutoLockMinutes = z.int().min(1).max(1_440).nullable();

/** What a person does with the vault; each says how it stands afterwards. */
export const vaultProcedures = {
  state: procedure.output(VaultState),
  /** The state now, and then each that is another, until the window stops watching. */
  watch: procedure.output(eventIterator(VaultState)),
  unlock: procedure.input(z.object({ passphrase: PassphraseInput })).output(VaultState),
  /** Locks a passphrase vault; requests that need a secret are then refused until it is unlocked. */
  lock: procedure.output(VaultState),
  /** Moves every secret there, or changes nothing. */
  choose: procedure.input(VaultChoice).output(VaultState),
  changePassphrase: procedure
    .input(z.object({ old: PassphraseInput, new: PassphraseInput }))
    .output(VaultState),
  autoLock: procedure.input(z.object({ minutes: AutoLockMinutes })).output(VaultState),
  /** Looks for the keychain again. What is in memory for want of it goes there, if it is found now. */
  retry: procedure.output(VaultState),
  /** Sets a passphrase vault aside that nobody can open any more, and begins an empty one. */
  startAnew: procedure.output(VaultState),
};
