import { z } from 'zod';
import type { Connection, ConnectionSettings } from './connection.ts';

/** The secrets of an installation. Stored in the vault, never in the settings. */
export const SecretName = z.enum(['authToken', 'password', 'proxyPassword', 'clientKey']);
export type SecretName = z.infer<typeof SecretName>;

export const secretLabels = {
  authToken: 'the auth token',
  password: 'the password',
  proxyPassword: 'the proxy password',
  clientKey: 'the key of the client certificate',
} as const satisfies Readonly<Record<SecretName, string>>;

export function requiredSecretNames(settings: ConnectionSettings): SecretName[] {
  const { authentication, proxy, clientCertificate } = settings;
  const names: SecretName[] = [];
  if (authentication.kind === 'auth-token') names.push('authToken');
  if (authentication.kind === 'sign-in') names.push('password');
  if (proxy.kind === 'own' && proxy.username !== '') names.push('proxyPassword');
  if (clientCertificate !== null) names.push('clientKey');
  return names;
}

/** A secret belongs to its origin, a password also to its user: a changed address never receives it. */
export function secretStays(
  secret: SecretName,
  before: ConnectionSettings,
  next: ConnectionSettings,
): boolean {
  if (![before, next].every((settings) => requiredSecretNames(settings).includes(secret)))
    return false;
  const owner = secretOwner(secret, next);
  return owner !== null && owner === secretOwner(secret, before);
}

/** The origin that a secret may be sent to, and its user; `null` without a valid address. */
export function secretOwner(secret: SecretName, settings: ConnectionSettings): string | null {
  const { baseUrl, authentication, proxy } = settings;
  switch (secret) {
    case 'authToken':
    case 'clientKey':
      return originOf(baseUrl);
    case 'password':
      return authentication.kind === 'sign-in'
        ? withUser(originOf(baseUrl), authentication.username)
        : null;
    case 'proxyPassword':
      return proxy.kind === 'own' ? withUser(originOf(proxy.url), proxy.username) : null;
  }
}

/** The owner of secrets that a bundle named. A practice installation has a new address at each start. */
export const ownerOfBundleValues = ({ practice, baseUrl }: Connection): string | null =>
  practice ? 'the practice service' : originOf(baseUrl);

/** Such as `ops at https://monitor.example.com`. */
export function ownerInWords(owner: string): string {
  const [, origin, user] = /^(https?:\S+) (.+)$/s.exec(owner) ?? [];
  return origin === undefined || user === undefined ? owner : `${user} at ${origin}`;
}

const originOf = (address: string): string | null =>
  URL.canParse(address.trim()) ? new URL(address.trim()).origin : null;

const withUser = (origin: string | null, username: string): string | null =>
  origin === null ? null : `${origin} ${username.trim()}`;
