import type { KeychainFinding } from '#core/vault-ports.ts';
import { plainError, type ProblemError } from '#domain/problem.ts';

export type Verb = 'read' | 'keep' | 'delete';

const participle = { read: 'read', keep: 'kept', delete: 'deleted' } as const;

/** @param limit milliseconds */
export function notAnswered(
  label: string,
  verb: Verb,
  limit: number,
  begun: boolean,
): ProblemError {
  // A call that has reached the keychain cannot be cancelled.
  const later =
    begun && verb !== 'read'
      ? `The secret may still be ${participle[verb]} when it is unlocked.`
      : 'Nothing that it holds was changed.';
  return plainError(
    'vault-locked',
    `${label} did not answer within ${limit / 1_000} s; it may be asking for its password.`,
    `Unlock it, then try again. ${later}`,
  );
}

export function keychainRefused(label: string, verb: Verb, finding: KeychainFinding): ProblemError {
  const done = participle[verb];
  if (finding.kind === 'open') {
    return plainError(
      'vault-failed',
      `${label} works, and refused to ${verb} this secret.`,
      'Look into its own program for what it holds of Hookdesk. Nothing was changed.',
    );
  }
  return plainError(
    'vault-locked',
    `The secret could not be ${done}. ${finding.reason}`,
    'Then try again. Nothing that it holds was changed.',
  );
}
