import { checkConnection, type ConnectionSettings } from '#domain/installation/connection.ts';
import { checkPrivateKey } from '#domain/installation/pem.ts';
import type { SecretName } from '#domain/installation/secret-owner.ts';
import type { Problem } from '#domain/problem.ts';
import type { SecretEntries } from './secret-entries.svelte.ts';

export const limitFields = [
  'limits.connectMilliseconds',
  'limits.headersMilliseconds',
  'limits.bodyMilliseconds',
  'limits.bodyBytes',
] as const;
const formFields = [
  'name',
  'environment',
  'baseUrl',
  'apiRoot',
  'username',
  'authToken',
  'password',
  'group',
  'notes',
  'trust',
  'clientCertificate',
  'clientKey',
  'proxyUrl',
  'proxyUsername',
  'proxyPassword',
  ...limitFields,
] as const;
export type FormField = (typeof formFields)[number];

const notSent: readonly FormField[] = ['name', 'environment', 'group', 'notes'];

/** What a connection test uses. */
export const testedFields = formFields.filter((field) => !notSent.includes(field));

export type SectionName =
  'watch' | 'payloadType' | 'trust' | 'clientCertificate' | 'proxy' | 'limits' | 'notes';

export type Mistakes = Partial<Record<FormField, string>>;

export function mistakesIn(
  settings: ConnectionSettings,
  secrets: SecretEntries,
  environmentSelected: boolean,
): Mistakes {
  const found: Mistakes = {};
  if (!environmentSelected) found.environment = 'Select the environment.';
  for (const { path, message } of checkConnection(settings)) {
    const field = formFields.find((each) => each === path);
    if (field !== undefined) found[field] ??= message;
  }
  const missing = (secret: SecretName): boolean => secrets.isMissing(secret, settings);
  const { authentication, clientCertificate } = settings;
  if (authentication.kind === 'auth-token' && missing('authToken')) {
    found.authToken = 'Enter the auth token, or select None.';
  }
  if (authentication.kind === 'sign-in' && missing('password')) {
    found.password = 'Enter the password.';
  }
  if (clientCertificate !== null) {
    const key = secrets.typed.clientKey;
    const wrong = key === '' ? undefined : checkPrivateKey(key, 'clientKey')[0]?.message;
    if (wrong !== undefined) found.clientKey = wrong;
    else if (missing('clientKey')) found.clientKey = 'Select the file with the private key.';
  }
  return found;
}

export function fieldOfProblem(problem: Problem, settings: ConnectionSettings): FormField {
  switch (problem.code) {
    case 'unauthorized':
    case 'forbidden':
      return settings.authentication.kind === 'sign-in' ? 'password' : 'authToken';
    case 'not-found':
      return 'apiRoot';
    case 'proxy-failed':
      return settings.proxy.kind === 'own' ? 'proxyUrl' : 'baseUrl';
    default:
      return 'baseUrl';
  }
}
