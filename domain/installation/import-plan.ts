import { z } from 'zod';
import { errorAt, Issue } from '../webhook/check.ts';
import { apiRootUrl } from './address.ts';
import { ConnectionSettings } from './connection.ts';
import type { FileEntry } from './connection-file.ts';
import { internationalHost, mixedScriptsWarning } from './international-host.ts';
import type { CertificateFacts } from './trust.ts';

export const ImportEntry = z.object({
  index: z.int(),
  settings: ConnectionSettings.nullable(),
  /** `skip`: the same name and address are saved, or come earlier in the file. */
  proposal: z.enum(['add', 'skip', 'impossible']),
  issues: z.array(Issue),
  notes: z.array(z.string()),
});
export type ImportEntry = z.infer<typeof ImportEntry>;

/** `null` when a certificate cannot be read. */
type CertificatesIn = (pem: string) => readonly CertificateFacts[] | null;

/** The file may be a stranger's: no pinned certificate is taken over, and those of a CA file are shown. */
export function planImport(
  entries: readonly FileEntry[],
  saved: readonly ConnectionSettings[],
  certificatesIn: CertificatesIn,
): ImportEntry[] {
  const before = new Known();
  for (const settings of saved) before.add(settings);
  return entries.map(({ settings: inFile, issues, leftOut }, index) => {
    const settings = inFile && withoutPin(inFile);
    if (settings === null || issues.length > 0) {
      return { index, settings, proposal: 'impossible', issues: [...issues], notes: [] };
    }
    const { trust } = settings;
    const trusted = trust.kind === 'ca-file' ? certificatesIn(trust.pem) : [];
    if (trusted === null) {
      return { index, settings, proposal: 'impossible', issues: [unreadableCa], notes: [] };
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
      notes: [
        ...notes,
        ...addressNotes(settings),
        ...(inFile?.trust.kind === 'pinned' ? [pinNote] : []),
        ...new Set(trusted.map(certificateNote)),
        ...laterNotes(settings),
        ...leftOutNote(leftOut),
      ],
    };
  });
}

const withoutPin = (settings: ConnectionSettings): ConnectionSettings =>
  settings.trust.kind === 'pinned' ? { ...settings, trust: { kind: 'system' } } : settings;

const unreadableCa = errorAt('trust', 'The CA file contains a certificate that cannot be read.');

const pinNote =
  'The certificate that the file names is not trusted. Select “View certificate…” when you first load the webhooks.';

const certificateNote = (facts: CertificateFacts): string => {
  const { subject, validFrom, validTo, fingerprint } = facts;
  const days = `${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`;
  return `Also trusts a certificate from the file: ${subject}, valid ${days}, SHA-256 ${fingerprint}.`;
};

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

function addressNotes({ baseUrl }: ConnectionSettings): string[] {
  const host = internationalHost(baseUrl);
  const warning = mixedScriptsWarning(baseUrl);
  return [
    ...(host === null ? [] : [`International host name: ${host}`]),
    ...(warning === null ? [] : [warning]),
  ];
}

function laterNotes({ authentication, clientCertificate, proxy }: ConnectionSettings): string[] {
  const notes: string[] = [];
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
