import { z } from 'zod';
import { Issue } from '../webhook/check.ts';
import { collectionUrl } from './address.ts';
import { ConnectionSettings } from './connection.ts';
import type { FileEntry } from './connection-file.ts';

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

function addressKey(settings: ConnectionSettings): string {
  const text = collectionUrl(settings);
  return URL.canParse(text) ? new URL(text).href : text;
}

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
