import type { SecretsInput } from '#contract/connections.ts';
import {
  blankConnection,
  type ConnectionSettings,
  type Environment,
} from '#domain/installation/connection.ts';
import { plainError } from '#domain/problem.ts';
import { type VariantId, variants } from '#domain/webhook/variant.ts';

interface GivenSettings {
  readonly url: string;
  readonly variant: VariantId;
  readonly apiRoot?: string | undefined;
  readonly signIn: 'token' | 'password' | 'none';
  readonly username?: string | undefined;
  readonly environment: Environment;
  readonly group?: string | undefined;
  readonly readOnly?: true | undefined;
}

/** @throws ProblemError('refused') when the way of signing in and the secret do not fit */
export function settingsFrom(
  name: string,
  given: GivenSettings,
  secret: string | null,
): { settings: ConnectionSettings; secrets: SecretsInput } {
  const { signIn, variant, username = '' } = given;
  if ((secret === null) !== (signIn === 'none')) {
    throw plainError(
      'refused',
      secret === null ? 'The auth token or password is missing.' : 'No secret is needed.',
      secret === null
        ? 'Use --secret-stdin, --secret-file or --secret-env, or --sign-in none.'
        : 'Remove the --secret option, or select another --sign-in.',
    );
  }
  const ways = {
    token: { kind: 'auth-token' },
    password: { kind: 'sign-in', username },
    none: { kind: 'none' },
  } as const;
  return {
    settings: {
      ...blankConnection,
      name,
      baseUrl: given.url,
      variant,
      apiRoot: given.apiRoot ?? variants[variant].proposedRoot,
      authentication: ways[signIn],
      environment: given.environment,
      group: given.group ?? '',
      readOnly: given.readOnly ?? false,
    },
    secrets: signIn === 'password' ? { password: secret } : { authToken: secret },
  };
}
