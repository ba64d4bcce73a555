import type { ConnectionView } from '#contract/connections.ts';
import type { Connection } from '#domain/installation/connection.ts';
import { defaultLimits, type Limits } from '#domain/installation/limits.ts';
import { requiredSecretNames } from '#domain/installation/secrets.ts';

/** Contains only the address's origin, and no text by a person (name, group, notes, user names). */
export function connectionLine(connection: ConnectionView): string {
  const { practice, variant, apiRoot, authentication, environment, readOnly, has } = connection;
  const secrets = practice ? [] : requiredSecretNames(connection);
  const kept = secrets.map((secret) => `${secret} ${has[secret] ? 'kept' : 'missing'}`);
  return [
    practice ? 'practice' : originOf(connection.baseUrl),
    `variant ${variant} at ${apiRoot}`,
    authentication.kind,
    environment ?? 'no environment',
    ...(readOnly ? ['read-only'] : []),
    trustOf(connection),
    ...(connection.clientCertificate === null ? [] : ['client certificate']),
    proxyOf(connection),
    limitsOf(connection.limits),
    ...(kept.length === 0 ? [] : [kept.join(', ')]),
  ].join('; ');
}

function trustOf({ trust }: Connection): string {
  switch (trust.kind) {
    case 'system':
      return 'trusts what the machine trusts';
    case 'ca-file':
      return 'trusts a CA file besides';
    case 'pinned':
      return `trusts the key ${trust.certificate.spkiSha256} alone, valid until ${trust.certificate.validTo}`;
  }
}

function proxyOf({ proxy }: Connection): string {
  if (proxy.kind !== 'own') return `proxy: ${proxy.kind}`;
  return `proxy: ${originOf(proxy.url)}${proxy.username === '' ? '' : ', with a user'}`;
}

function limitsOf(limits: Limits): string {
  const usual = new Map(Object.entries(defaultLimits));
  const changed = Object.entries(limits).filter(([name, value]) => usual.get(name) !== value);
  if (changed.length === 0) return 'usual limits';
  return `limits: ${changed.map(([name, value]) => `${name} ${value}`).join(', ')}`;
}

/** Drops user name, password, path and query. */
function originOf(address: string): string {
  const typed = address.trim();
  return URL.canParse(typed) ? new URL(typed).origin : 'an address that is none';
}
