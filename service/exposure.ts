import { isLoopback } from './deliveries/loopback.ts';
import { hasPassword } from './option-values.ts';

export const isThisMachine = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || isLoopback(host);

/** Returns warnings about what `host` exposes to other machines; empty for a loopback host. */
export function exposureWarnings(
  host: string,
  { open, deliversAnywhere }: { open: boolean; deliversAnywhere: boolean },
): readonly string[] {
  if (isThisMachine(host)) return [];
  const warnings = [
    `Plain HTTP on ${host}: others on the network can read the webhooks, passwords and auth tokens. ` +
      'Listen on 127.0.0.1 behind an HTTPS proxy.',
  ];
  if (open) {
    warnings.push(
      `Anyone who can reach ${host} can read and change the webhooks: no auth token is required.`,
    );
  }
  if (deliversAnywhere) {
    warnings.push(
      `Anyone who may use the service on ${host} can make this machine send requests anywhere.`,
    );
  }
  return warnings;
}

/** @param instead a sentence with the alternative */
export const tokenInArguments = (instead: string): string =>
  `Other users of this machine can read the auth token in the process list. ${instead}`;

/** Warns about database URLs in arguments that have a password. */
export const passwordWarnings = (places: readonly string[]): readonly string[] =>
  places.some(hasPassword)
    ? [
        'Other users of this machine can read the password of the database in the process list. ' +
          'Set WEBHOOK_SERVICE_DATABASE_URL, PGPASSWORD or a password file instead.',
      ]
    : [];
