import { z } from 'zod';
import { errorAt, Issue } from '../issue.ts';
import { apiRootUrl, internationalHost, mixedScriptsWarning } from './address.ts';
import type { ConnectionSettings } from './connection.ts';
import { type ReadEntry, SettingsInFile } from './connection-file.ts';
import type { CertificateFacts } from './trust.ts';

/** One installation in a file, with what an import proposes. */
export const ProposedEntry = z.object({
  index: z.int(),
  settings: SettingsInFile.nullable(),
  /** `skip`: the same name and address are saved, or come earlier in the file. */
  proposal: z.enum(['add', 'skip', 'impossible']),
  issues: z.array(Issue),
  notes: z.array(z.string()),
});
export type ProposedEntry = z.infer<typeof ProposedEntry>;

/** `null` when a certificate cannot be read. */
type CertificatesIn = (pem: string) => readonly CertificateFacts[] | null;

/**
 * The file may be a stranger's: no pinned certificate is taken over, those of a CA file are shown, and no watch
 * begins by itself.
 */
export function proposeImport(
  entries: readonly ReadEntry[],
  saved: readonly ConnectionSettings[],
  certificatesIn: CertificatesIn,
): ProposedEntry[] {
  const existing = new ExistingConnections();
  for (const settings of saved) existing.add(settings);
  return entries.map(({ settings: inFile, issues, unknownFields }, index) => {
    if (inFile === null) return impossible(index, null, issues);
    const settings = withoutWatch(withoutPin(inFile));
    if (issues.length > 0) return impossible(index, settings, issues);
    const { trust } = settings;
    const trusted = trust.kind === 'ca-file' ? certificatesIn(trust.pem) : [];
    if (trusted === null) return impossible(index, settings, [unreadableCa]);
    const exists = existing.has(settings);
    const notes = exists
      ? ['An installation with this name and address is already saved.']
      : existing.notesOn(settings);
    existing.add(settings);
    return {
      index,
      settings,
      proposal: exists ? 'skip' : 'add',
      issues: [],
      notes: [
        ...notes,
        ...addressNotes(settings),
        ...(inFile.trust.kind === 'pinned' ? [pinNote] : []),
        ...new Set(trusted.map(certificateNote)),
        ...notesOnSecrets(settings),
        ...(inFile.watchMinutes === null ? [] : [watchNote]),
        ...unknownFieldsNote(unknownFields),
      ],
    };
  });
}

const impossible = (
  index: number,
  settings: ConnectionSettings | null,
  issues: readonly Issue[],
): ProposedEntry => ({ index, settings, proposal: 'impossible', issues: [...issues], notes: [] });

const withoutPin = (settings: ConnectionSettings): ConnectionSettings =>
  settings.trust.kind === 'pinned' ? { ...settings, trust: { kind: 'system' } } : settings;

const withoutWatch = (settings: ConnectionSettings): ConnectionSettings => ({
  ...settings,
  watchMinutes: null,
});

const watchNote =
  'The file watches the installation for changes. Turn that on in its settings after the import.';

const unreadableCa = errorAt('trust', 'The CA file contains a certificate that cannot be read.');

const pinNote =
  'The certificate that the file names is not trusted. Select “View certificate…” when you first load the webhooks.';

const certificateNote = (facts: CertificateFacts): string => {
  const { subject, validFrom, validTo, fingerprint } = facts;
  const days = `${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}`;
  return `Also trusts a certificate from the file: ${subject}, valid ${days}, SHA-256 ${fingerprint}.`;
};

/** The installations that are saved, or come earlier in the file. */
class ExistingConnections {
  /** Addresses by name. */
  readonly #addresses = new Map<string, Set<string>>();
  /** The first name by address. */
  readonly #names = new Map<string, string>();

  add(settings: ConnectionSettings): void {
    const { name } = settings;
    const address = apiRootUrl(settings);
    const addresses = this.#addresses.get(nameKey(name)) ?? new Set();
    this.#addresses.set(nameKey(name), addresses.add(address));
    if (!this.#names.has(address)) this.#names.set(address, name);
  }

  has(settings: ConnectionSettings): boolean {
    return this.#addresses.get(nameKey(settings.name))?.has(apiRootUrl(settings)) === true;
  }

  notesOn(settings: ConnectionSettings): string[] {
    const nameOfAddress = this.#names.get(apiRootUrl(settings));
    if (nameOfAddress !== undefined) return [`The address is already saved as ${nameOfAddress}.`];
    return this.#addresses.has(nameKey(settings.name))
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

/** Secrets are not in the file. */
function notesOnSecrets({
  authentication,
  clientCertificate,
  proxy,
}: ConnectionSettings): string[] {
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

const unknownFieldsNote = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Unknown fields skipped: ${names.join(', ')}.`];
