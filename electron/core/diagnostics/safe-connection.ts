import type { ConnectionView } from '#contract/connections.ts';
import type { Connection } from '#domain/installation/connection.ts';
import { defaultLimits, type Limits } from '#domain/installation/limits.ts';
import { secretsUsed } from '#domain/installation/secrets.ts';

/**
 * A connection as a line for a ticket: where it leads and how, and nothing that a person wrote of it
 * (name, group, notes, user names), nor more of its address than the origin.
 */
export function connectionLine(connection: ConnectionView): string {
  const { practice, variant, apiRoot, authentication, environment, readOnly, has } = connection;
  const secrets = practice ? [] : secretsUsed(connection);
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

/** Without user name, password, path and query, whatever stands there. */
function originOf(address: string): string {
  const typed = address.trim();
  return URL.canParse(typed) ? new URL(typed).origin : 'an address that is none';
}
