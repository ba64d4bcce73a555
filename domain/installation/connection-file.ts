import { z } from 'zod';
import { withoutByteOrderMark } from '../text/byte-order-mark.ts';
import { parseJson } from '../text/parse-json.ts';
import { errorAt, type Issue } from '../issue.ts';
import {
  blankConnection,
  checkConnection,
  ConnectionSettings,
  settingsOf,
  tidyConnection,
} from './connection.ts';
import { UncheckedLimits } from './limits.ts';

const format = 'hookdesk-connections';
const version = 1;

const maxMebibytes = 4;

/** Characters. The window checks the size before it sends a file. */
export const maxConnectionFileLength = maxMebibytes * 1024 * 1024;
export const maxConnectionFileInWords = `${maxMebibytes} MiB`;

const maxConnections = 1_000;

/** Without secrets. The same connections always give the same text. */
export function writeConnectionFile(connections: readonly ConnectionSettings[]): string {
  return `${JSON.stringify({ format, version, connections: connections.map(settingsOf) }, null, 2)}\n`;
}

/** Settings as a file has them. `checkConnection` finds what is out of range. */
export const SettingsInFile = ConnectionSettings.extend({ limits: UncheckedLimits });

/** One installation in a file, read but not imported. */
export interface ReadEntry {
  /** `null` when the entry is not a connection. */
  readonly settings: ConnectionSettings | null;
  readonly issues: readonly Issue[];
  /** Names that Hookdesk does not read. */
  readonly unknownFields: readonly string[];
}

type FileReading =
  | { readonly kind: 'connections'; readonly entries: readonly ReadEntry[] }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads untrusted text. An error in one entry does not affect the others. */
export function readConnectionFile(text: string): FileReading {
  if (text.length > maxConnectionFileLength) {
    return unreadable(`It is larger than ${maxConnectionFileInWords}.`);
  }
  const parsed = parseJson(withoutByteOrderMark(text));
  if (parsed === undefined) return unreadable('It is not JSON.');
  const head = Head.safeParse(parsed);
  if (!head.success) return unreadable(notAnExport);
  if (head.data.version > version) {
    return unreadable('It was written by a newer version of Hookdesk.');
  }
  const content = Content.safeParse(parsed);
  if (!content.success) return unreadable(notAnExport);
  const { connections } = content.data;
  if (connections.length > maxConnections) {
    return unreadable(`It contains more than ${maxConnections} installations.`);
  }
  return { kind: 'connections', entries: connections.map(readEntry) };
}

const unreadable = (why: string): FileReading => ({ kind: 'unreadable', why });

const notAnExport = 'It is not an export of installations.';

const Head = z.object({ format: z.literal(format), version: z.int().min(1) });

/** A newer version may have another content, so the version is compared first. */
const Content = z.object({ connections: z.array(z.unknown()) });

/** What an entry may leave out. */
const defaults = ConnectionSettings.omit({
  name: true,
  baseUrl: true,
  variant: true,
  apiRoot: true,
}).parse(blankConnection);

function readEntry(value: unknown): ReadEntry {
  const entry = isObject(value) ? { ...defaults, ...value } : value;
  const read = SettingsInFile.safeParse(entry);
  if (!read.success) {
    const fields = new Set(read.error.issues.map(({ path }) => path.map(String).join('.')));
    return { settings: null, issues: [...fields].map(notReadable), unknownFields: [] };
  }
  const unknownFields = isObject(value) ? unknownFieldsOf(value) : [];
  // The tidy address lacks the hidden characters that an issue names.
  const issues = checkConnection(read.data);
  const settings = issues.length > 0 ? read.data : tidyConnection(read.data);
  return { settings, issues, unknownFields };
}

const notReadable = (path: string): Issue =>
  errorAt(
    path,
    path === '' ? 'This is not an installation.' : `${path} is missing or cannot be read.`,
  );

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const unknownFieldsOf = (entry: object): string[] =>
  Object.keys(entry)
    .filter((name) => !Object.hasOwn(ConnectionSettings.shape, name))
    .slice(0, 5)
    .map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
