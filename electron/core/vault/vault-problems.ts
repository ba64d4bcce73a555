import { plainError, type ProblemError } from '#domain/problem.ts';
import { invalid } from '../problems.ts';

const locked = (message: string, advice: string): ProblemError =>
  plainError('vault-locked', message, advice);

const refusedError = (message: string, advice: string): ProblemError =>
  plainError('refused', message, advice);

export const passphraseNeeded = (): ProblemError =>
  locked('The vault is locked.', 'Enter its passphrase, then go on.');

export const keychainLocked = (reason: string): ProblemError =>
  locked(`The vault is locked. ${reason}`, 'Then try again. Nothing was lost.');

export const keychainSilent = (label: string, seconds: number): ProblemError =>
  locked(
    `${label} did not answer within ${seconds} s; it may be asking for its password.`,
    'Unlock it, then try again. Hookdesk goes on waiting for it meanwhile.',
  );

export const nothingChosen = (reason: string): ProblemError =>
  locked(
    `There is nowhere to keep secrets. ${reason}`,
    'Choose a passphrase for them, or to keep them in memory until Hookdesk ends.',
  );

export const busy = (): ProblemError =>
  locked('The vault is busy with something else.', 'Try again in a moment.');

export const lockedMeanwhile = (): ProblemError =>
  locked('The vault was locked meanwhile.', 'Enter the passphrase again.');

export const wouldLeaveBehind = (label: string, kept: number): ProblemError =>
  locked(
    `${label} holds ${kept === 1 ? 'a secret' : `${kept} secrets`} and cannot be read now.`,
    'Unlock it first, so that they can be brought along. Nothing was changed.',
  );

export const fileRefused = (reason: string): ProblemError =>
  refusedError(`The vault cannot be changed. ${reason}`, 'Then look again.');

export const notOffered = (): ProblemError =>
  refusedError(
    'Secrets cannot be kept there as things stand.',
    'See the state of the vault for what can be chosen now. Nothing was changed.',
  );

export const noPassphrase = (): ProblemError =>
  refusedError('Secrets are not kept under a passphrase.', 'Choose that for them first.');

export const wrongPassphrase = (path: 'passphrase' | 'old'): ProblemError =>
  invalid([{ path, level: 'error', message: 'This is not the passphrase of the vault.' }]);

export const weakPassphrase = (path: 'passphrase' | 'new', message: string): ProblemError =>
  invalid([{ path, level: 'error', message }]);

export const readBackDiffers = (where: string): ProblemError =>
  plainError(
    'vault-failed',
    `${where} gave back something else than was put into it.`,
    'Secrets stay where they were. Nothing was changed.',
  );

export const dataKeyMissing = (): ProblemError =>
  plainError(
    'data-key-missing',
    'The key that drafts and journal were sealed with is not in the vault.',
    'Nothing was deleted. If it is in another keychain or in a vault file that was set aside, bring that back.',
  );
