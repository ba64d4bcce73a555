import { z } from 'zod';
import { Issue } from '../webhook/check.ts';
import { apiRootUrl } from './address.ts';
import { ConnectionSettings } from './connection.ts';
import type { FileEntry } from './connection-file.ts';
import { internationalHost, mixedScriptsWarning } from './international-host.ts';

export const ImportEntry = z.object({
  index: z.int(),
  settings: ConnectionSettings.nullable(),
  /** `skip`: the same name and address are saved, or come earlier in the file. */
  proposal: z.enum(['add', 'skip', 'impossible']),
  issues: z.array(Issue),
  notes: z.array(z.string()),
});
export type ImportEntry = z.infer<typeof ImportEntry>;

export function planImport(
  entries: readonly FileEntry[],
  saved: readonly ConnectionSettings[],
): ImportEntry[] {
  const before = new Known();
  for (const settings of saved) before.add(settings);
  return entries.map(({ settings, issues, leftOut }, index) => {
    if (settings === null || issues.length > 0) {
      return { index, settings, proposal: 'impossible', issues: [...issues], notes: [] };
    }
    const twin = before.has(settings);
    const notes = twin
      ? ['An installation with this name and address is already saved.']
      : before.notesOn(settings);
    before.add(settings);
    return {
      index,
      settings,
      proposal: twin ? 'skip' : 'add',
      issues: [],
      notes: [...notes, ...notesOf(settings), ...leftOutNote(leftOut)],
    };
  });
}

class Known {
  readonly #names = new Map<string, Set<string>>();
  readonly #addresses = new Map<string, string>();

  add(settings: ConnectionSettings): void {
    const { name } = settings;
    const address = apiRootUrl(settings);
    const addresses = this.#names.get(nameKey(name)) ?? new Set();
    this.#names.set(nameKey(name), addresses.add(address));
    if (!this.#addresses.has(address)) this.#addresses.set(address, name);
  }

  has(settings: ConnectionSettings): boolean {
    return this.#names.get(nameKey(settings.name))?.has(apiRootUrl(settings)) === true;
  }

  notesOn(settings: ConnectionSettings): string[] {
    const same = this.#addresses.get(apiRootUrl(settings));
    if (same !== undefined) return [`The address is already saved as ${same}.`];
    return this.#names.has(nameKey(settings.name))
      ? ['Another installation has the same name.']
      : [];
  }
}

const nameKey = (name: string): string => name.trim().toLowerCase();

function notesOf(settings: ConnectionSettings): string[] {
  const { authentication, trust, clientCertificate, proxy } = settings;
  const host = internationalHost(settings.baseUrl);
  const warning = mixedScriptsWarning(settings.baseUrl);
  const notes: string[] = [];
  if (host !== null) notes.push(`International host name: ${host}`);
  if (warning !== null) notes.push(warning);
  if (trust.kind === 'ca-file') notes.push(`Trusts the certificates in ${trust.fileName}.`);
  if (trust.kind === 'pinned') {
    const { subject, fingerprint } = trust.certificate;
    notes.push(`Trusts only the certificate of ${subject}: ${fingerprint}.`);
  }
  if (proxy.kind === 'own') notes.push(`Uses the proxy ${proxy.url}.`);
  if (authentication.kind === 'auth-token') notes.push('Enter the auth token after the import.');
  if (authentication.kind === 'sign-in') {
    notes.push(`Enter the password of ${authentication.username} after the import.`);
  }
  if (clientCertificate !== null) {
    notes.push(
      `Select the key of the client certificate ${clientCertificate.fileName} after the import.`,
    );
  }
  return notes;
}

const leftOutNote = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Unknown fields skipped: ${names.join(', ')}.`];
