import { readFileSync } from 'node:fs';
import { asPathRefused, pathRefused } from '#adapters/file-open/bundle-folder.ts';
import type { HookdeskClient } from '#contract/index.ts';
import type { ConnectionSettings } from '#domain/installation/connection.ts';
import { readConnectionFile } from '#domain/installation/connection-file.ts';
import type { SecretsByName } from './secret-source.ts';

/**
 * Reads the installations of a file that Hookdesk exported, or that a person wrote in its format.
 * @throws ProblemError('file-refused') also for unknown members: one could be a misspelt restriction
 */
export function readInstallations(file: string): ConnectionSettings[] {
  const reading = readConnectionFile(textOf(file));
  if (reading.kind === 'unreadable') throw pathRefused(file, reading.why);
  return reading.entries.map(({ settings, issues, unknownFields }, index) => {
    const [message] = issues.map((issue) => issue.message);
    const unknown =
      unknownFields.length === 0 ? undefined : `${unknownFields.join(', ')} is unknown.`;
    const why = message ?? unknown;
    if (why === undefined && settings !== null) return settings;
    throw pathRefused(file, `connections.${index}: ${why ?? 'It is no installation.'}`);
  });
}

/** Adds the installations. Those without a secret are refused when a command contacts them. */
export async function addInstallations(
  client: HookdeskClient,
  installations: readonly ConnectionSettings[],
  tokens: SecretsByName,
): Promise<void> {
  const secrets = tokens(installations.map(({ name }) => name));
  for (const settings of installations) {
    const secret = secrets.get(settings.name) ?? null;
    const isPassword = settings.authentication.kind === 'sign-in';
    await client.connections.add({
      settings,
      secrets: isPassword ? { password: secret } : { authToken: secret },
    });
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw asPathRefused(error, file);
  }
}
