import { z } from 'zod';
import { Issue } from '../webhook/check.ts';
import { collectionUrl } from './address.ts';
import { ConnectionSettings } from './connection.ts';
import type { FileEntry } from './connection-file.ts';

/** One connection of a file, held against what is saved. */
export const ImportEntry = z.object({
  /** Its place in the file, from 0. */
  index: z.int(),
  /** As it would be saved; `null` where the file's entry cannot be read as a connection. */
  settings: ConnectionSettings.nullable(),
  /** `skip`: it is there already, by name and address. `impossible`: see the issues. */
  proposal: z.enum(['add', 'skip', 'impossible']),
  /** What keeps it from being added. */
  issues: z.array(Issue),
  /** What a person should know before adding it, such as a proxy or a certificate of its own. */
  notes: z.array(z.string()),
});
export type ImportEntry = z.infer<typeof ImportEntry>;

/**
 * What importing a file would do. What is saved already, or stands earlier in the file, by the same name
 * and the same address, is proposed to be skipped; a person may add it all the same.
 */
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
      ? ['It is there already, by the same name and the same address.']
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

/** The names and addresses that are taken. */
class Known {
  readonly #names = new Map<string, Set<string>>();
  readonly #addresses = new Map<string, string>();

  add(settings: ConnectionSettings): void {
    const { name } = settings;
    const address = addressKey(settings);
    const addresses = this.#names.get(nameKey(name)) ?? new Set();
    this.#names.set(nameKey(name), addresses.add(address));
    if (!this.#addresses.has(address)) this.#addresses.set(address, name);
  }

  has(settings: ConnectionSettings): boolean {
    return this.#names.get(nameKey(settings.name))?.has(addressKey(settings)) === true;
  }

  notesOn(settings: ConnectionSettings): string[] {
    const same = this.#addresses.get(addressKey(settings));
    if (same !== undefined) return [`The same address is there as ${same}.`];
    return this.#names.has(nameKey(settings.name))
      ? ['Another installation has the same name.']
      : [];
  }
}

const nameKey = (name: string): string => name.trim().toLowerCase();

/** Addresses are the same when their lists are; what cannot be read as one is compared as text. */
function addressKey(settings: ConnectionSettings): string {
  const text = collectionUrl(settings);
  return URL.canParse(text) ? new URL(text).href : text;
}

/** What comes along with a connection, and what does not. */
function notesOf(settings: ConnectionSettings): string[] {
  const { authentication, trust, clientCertificate, proxy } = settings;
  const notes: string[] = [];
  if (trust.kind === 'ca-file') notes.push(`It trusts the certificates of ${trust.fileName}.`);
  if (trust.kind === 'pinned') {
    const { subject, fingerprint } = trust.certificate;
    notes.push(`It trusts one certificate, that of ${subject}: ${fingerprint}.`);
  }
  if (proxy.kind === 'own') notes.push(`It goes through the proxy ${proxy.url}.`);
  if (authentication.kind === 'auth-token') notes.push('Its auth token has to be entered.');
  if (authentication.kind === 'sign-in') {
    notes.push(`The password of ${authentication.username} has to be entered.`);
  }
  if (clientCertificate !== null) {
    notes.push(`The key of its client certificate ${clientCertificate.fileName} has to be chosen.`);
  }
  return notes;
}

const leftOutNote = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Not known and left out: ${names.join(', ')}.`];
