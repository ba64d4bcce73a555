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
      ? `The secret may still be ${participle[verb]} when you unlock the keychain.`
      : 'The keychain was not changed.';
  return plainError(
    'vault-locked',
    `${label} did not respond within ${limit / 1_000} s and may show a password prompt.`,
    `Unlock it, then try again. ${later}`,
  );
}

export function keychainRefused(label: string, verb: Verb, finding: KeychainFinding): ProblemError {
  const done = participle[verb];
  if (finding.kind === 'open') {
    return plainError(
      'vault-failed',
      `${label} refused to ${verb} this secret.`,
      'Check the Hookdesk entries in the keychain program. Nothing was changed.',
    );
  }
  return plainError(
    'vault-locked',
    `The secret could not be ${done}. ${finding.reason}`,
    'Then try again. The keychain was not changed.',
  );
}
