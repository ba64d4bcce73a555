import { z } from 'zod';
import type { Connection, ConnectionSettings } from './connection.ts';

/** Stored in the vault, never in the settings. */
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
  const used: SecretName[] = [];
  if (authentication.kind === 'auth-token') used.push('authToken');
  if (authentication.kind === 'sign-in') used.push('password');
  if (proxy.kind === 'own' && proxy.username !== '') used.push('proxyPassword');
  if (clientCertificate !== null) used.push('clientKey');
  return used;
}

/** A secret belongs to its origin, a password also to its user: a changed address never receives it. */
export function secretStays(
  secret: SecretName,
  before: ConnectionSettings,
  next: ConnectionSettings,
): boolean {
  if (![before, next].every((settings) => requiredSecretNames(settings).includes(secret)))
    return false;
  const owner = ownerOf(secret, next);
  return owner !== null && owner === ownerOf(secret, before);
}

/** The origin that a secret may be sent to, and its user; `null` without a valid address. */
export function ownerOf(secret: SecretName, settings: ConnectionSettings): string | null {
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

/** A practice installation has a new address at each start. */
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
