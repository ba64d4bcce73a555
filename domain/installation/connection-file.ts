import { z } from 'zod';
import { withoutByteOrderMark } from '../text/byte-order-mark.ts';
import { parseJson } from '../text/parse-json.ts';
import { errorAt, Issue } from '../webhook/check-definition.ts';
import { apiRootUrl, internationalHost, mixedScriptsWarning } from './address.ts';
import {
  blankConnection,
  checkConnection,
  ConnectionSettings,
  settingsOf,
  tidyConnection,
} from './connection.ts';
import type { CertificateFacts } from './trust.ts';

const format = 'hookdesk-connections';
const version = 1;

/** Characters. The window checks the size before it sends a file. */
export const maxConnectionFileLength = 4 * 1024 * 1024;

const maxConnections = 1_000;

/** Without secrets. The same connections always give the same text. */
export function writeConnectionFile(connections: readonly ConnectionSettings[]): string {
  return `${JSON.stringify({ format, version, connections: connections.map(settingsOf) }, null, 2)}\n`;
}

/** One installation in a file, read but not imported. */
export interface FileEntry {
  /** `null` when the entry is not a connection. */
  readonly settings: ConnectionSettings | null;
  readonly issues: readonly Issue[];
  readonly leftOut: readonly string[];
}

type FileReading =
  | { readonly kind: 'connections'; readonly entries: readonly FileEntry[] }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads untrusted text. An error in one entry does not affect the others. */
export function readConnectionFile(text: string): FileReading {
  if (text.length > maxConnectionFileLength) return unreadable('It is larger than 4 MiB.');
  const parsed = parseJson(withoutByteOrderMark(text));
  if (parsed === undefined) return unreadable('It is not JSON.');
  const head = Head.safeParse(parsed);
  if (!head.success) return unreadable('It is not an export of installations.');
  if (head.data.version > version) {
    return unreadable('It was written by a newer version of Hookdesk.');
  }
  const { connections } = head.data;
  if (connections.length > maxConnections) {
    return unreadable(`It contains more than ${maxConnections} installations.`);
  }
  return { kind: 'connections', entries: connections.map(readEntry) };
}

const unreadable = (why: string): FileReading => ({ kind: 'unreadable', why });

const Head = z.object({
  format: z.literal(format),
  version: z.int().min(1),
  connections: z.array(z.unknown()),
});

/** What an entry may leave out. */
const defaults = ConnectionSettings.omit({
  name: true,
  baseUrl: true,
  variant: true,
  apiRoot: true,
}).parse(blankConnection);

function readEntry(value: unknown): FileEntry {
  const entry = isObject(value) ? { ...defaults, ...value } : value;
  const read = ConnectionSettings.safeParse(entry);
  if (!read.success) {
    const fields = new Set(read.error.issues.map(({ path }) => path.map(String).join('.')));
    return { settings: null, issues: [...fields].map(notReadable), leftOut: [] };
  }
  const leftOut = isObject(value) ? unknownFields(value) : [];
  // The tidy address lacks the hidden characters that an issue names.
  const issues = checkConnection(read.data);
  return { settings: issues.length > 0 ? read.data : tidyConnection(read.data), issues, leftOut };
}

const notReadable = (path: string): Issue =>
  errorAt(
    path,
    path === '' ? 'This is not an installation.' : `${path} is missing or cannot be read.`,
  );

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownFields = (entry: object): string[] =>
  Object.keys(entry)
    .filter((name) => !Object.hasOwn(ConnectionSettings.shape, name))
    .slice(0, 5)
    .map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));

/** One installation in a file, with what an import proposes. */
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

/**
 * The file may be a stranger's: no pinned certificate is taken over, those of a CA file are shown, and no watch
 * begins by itself.
 */
export function planImport(
  entries: readonly FileEntry[],
  saved: readonly ConnectionSettings[],
  certificatesIn: CertificatesIn,
): ImportEntry[] {
  const existing = new ExistingConnections();
  for (const settings of saved) existing.add(settings);
  return entries.map(({ settings: inFile, issues, leftOut }, index) => {
    const settings = inFile && withoutWatch(withoutPin(inFile));
    if (settings === null || issues.length > 0) {
      return { index, settings, proposal: 'impossible', issues: [...issues], notes: [] };
    }
    const { trust } = settings;
    const trusted = trust.kind === 'ca-file' ? certificatesIn(trust.pem) : [];
    if (trusted === null) {
      return { index, settings, proposal: 'impossible', issues: [unreadableCa], notes: [] };
    }
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
        ...(inFile?.trust.kind === 'pinned' ? [pinNote] : []),
        ...new Set(trusted.map(certificateNote)),
        ...notesOnSecrets(settings),
        ...(inFile?.watchMinutes == null ? [] : [watchNote]),
        ...leftOutNote(leftOut),
      ],
    };
  });
}

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

const leftOutNote = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Unknown fields skipped: ${names.join(', ')}.`];
