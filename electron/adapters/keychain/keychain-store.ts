import type { SecretStore } from '#core/ports.ts';
import { plainProblem, ProblemError } from '#domain/problem.ts';
import type { KeychainLibrary } from './keychain-library.ts';
import { type OneAtATime, TookTooLong } from './one-at-a-time.ts';
import { keepsSecrets } from './probe.ts';

export interface KeychainPlace {
  readonly library: KeychainLibrary;
  readonly turns: OneAtATime;
  readonly label: string;
  readonly service: string;
  /** What stands before the name of every secret. */
  readonly prefix: string;
  /** For one call, in milliseconds; a person may have to unlock the keychain in it. */
  readonly limit: number;
}

/** What the account of the probe is called, after the prefix. */
export const probeName = 'probe';

/**
 * Keeps secrets in the system's keychain. What cannot be read is a `vault-failed` problem and is
 * never deleted: `null` means that the keychain works and holds no such secret.
 */
export function keychainStore(place: KeychainPlace): SecretStore {
  const { library, turns, label, service, prefix, limit } = place;

  async function call<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await turns.run(work, limit);
    } catch (error) {
      throw vaultFailed(label, what, limit, error);
    }
  }
  /** A keychain that was locked meanwhile says "nothing there" to everything. */
  async function checkOpen(): Promise<void> {
    if (!(await keepsSecrets(library, service, prefix + probeName))) throw new Locked();
  }

  return {
    describe: () => ({ kind: 'keychain', label, reason: null }),
    // Nothing is known without asking.
    has: () => true,
    get: (name) =>
      call('read', async () => {
        const secret = await library.getPassword(service, prefix + name);
        if (secret === null) await checkOpen();
        return secret;
      }),
    set: (name, secret) => call('keep', () => library.setPassword(service, prefix + name, secret)),
    clear: (name) =>
      call('delete', async () => {
        if (!(await library.deletePassword(service, prefix + name))) await checkOpen();
      }),
  };
}

class Locked extends Error {
  override readonly name = 'Locked';
}

/** The library's own error is not told on: nobody knows what a keychain puts into it. */
function vaultFailed(label: string, what: string, limit: number, error: unknown): ProblemError {
  if (error instanceof TookTooLong) {
    return new ProblemError(
      plainProblem(
        'vault-failed',
        `${label} did not answer within ${limit / 1000} s; it may be waiting to be unlocked.`,
        'Unlock it, then try again. Nothing that it holds was changed.',
      ),
    );
  }
  return new ProblemError(
    plainProblem(
      'vault-failed',
      error instanceof Locked
        ? `${label} is locked, so the auth token could not be ${participle[what] ?? 'used'}.`
        : `${label} refused to ${what} the auth token. It may be locked.`,
      'Unlock it, then try again. Nothing that it holds was changed.',
    ),
  );
}

const participle: Readonly<Record<string, string>> = {
  read: 'read',
  keep: 'kept',
  delete: 'deleted',
};
