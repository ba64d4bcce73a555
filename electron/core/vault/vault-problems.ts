import { plainError, type ProblemError } from '#domain/problem.ts';
import { invalidField, refusedError } from '../problems.ts';

const locked = (message: string, advice: string): ProblemError =>
  plainError('vault-locked', message, advice);

export const passphraseNeeded = (): ProblemError =>
  locked('The vault is locked.', 'Enter its passphrase to continue.');

export const keychainLocked = (reason: string): ProblemError =>
  locked(`The vault is locked. ${reason}`, 'Then try again. Nothing was lost.');

export const keychainSilent = (label: string, seconds: number): ProblemError =>
  locked(
    `${label} did not respond within ${seconds} s and may show a password prompt.`,
    'Unlock the keychain, then try again. Hookdesk keeps waiting for it.',
  );

export const nothingChosen = (reason: string): ProblemError =>
  locked(
    `No secret storage is selected. ${reason}`,
    'Select a passphrase vault, or store secrets in memory only.',
  );

export const busy = (): ProblemError => locked('The vault is busy.', 'Try again in a moment.');

export const lockedMeanwhile = (): ProblemError =>
  locked('The vault was locked.', 'Enter the passphrase again.');

export const wouldLeaveBehind = (label: string, kept: number): ProblemError =>
  locked(
    `${label} holds ${kept === 1 ? 'a secret' : `${kept} secrets`} and cannot be read now.`,
    'Unlock the keychain first, so that Hookdesk can move its secrets. Nothing was changed.',
  );

export const fileRefused = (reason: string): ProblemError =>
  refusedError(`The vault cannot be changed. ${reason}`, 'Then check the vault file again.');

export const notOffered = (): ProblemError =>
  refusedError(
    'This secret storage is not available.',
    'Select another secret storage in Settings. Nothing was changed.',
  );

export const noPassphrase = (): ProblemError =>
  refusedError(
    'Secrets are not stored in a passphrase vault.',
    'Select the passphrase vault first.',
  );

export const openedSinceStart = (): ProblemError =>
  refusedError(
    'The vault was open since the start of Hookdesk, so an empty vault cannot replace it now.',
    'Quit Hookdesk and start it again. Nothing was changed.',
  );

export const wrongPassphrase = (path: 'passphrase' | 'old'): ProblemError =>
  invalidField(path, 'Wrong vault passphrase.');

export const weakPassphrase = (path: 'passphrase' | 'new', message: string): ProblemError =>
  invalidField(path, message);

export const readBackDiffers = (where: string): ProblemError =>
  plainError(
    'vault-failed',
    `${where} returned different data than Hookdesk stored.`,
    'Secrets were not moved. Nothing was changed.',
  );

export const dataKeyMissing = (): ProblemError =>
  plainError(
    'data-key-missing',
    'The vault does not contain the key for drafts and History.',
    'Nothing was deleted. Restore the keychain or the vault file that contains the key.',
  );
