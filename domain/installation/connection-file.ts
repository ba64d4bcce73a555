import { z } from 'zod';
import { withoutByteOrderMark } from '../text/byte-order-mark.ts';
import type { Issue } from '../webhook/check.ts';
import {
  Authentication,
  blankConnection,
  checkConnection,
  ConnectionSettings,
  Environment,
  PayloadTypePlace,
  settingsOf,
  tidyConnection,
} from './connection.ts';
import { Limits } from './limits.ts';
import { Proxy } from './proxy.ts';
import { ClientCertificate, Trust } from './trust.ts';

const format = 'hookdesk-connections';
const version = 1;

/** Characters of a file, at most: more is neither written nor read. A window looks before it sends one. */
export const fileAtMost = 4 * 1024 * 1024;

/** Connections in one file, at most. */
const connectionsAtMost = 1_000;

/**
 * A file of connections, without secrets: `{"format": "hookdesk-connections", "version": 1,
 * "connections": […]}`. The same connections always make the same text.
 */
export function writeConnectionFile(connections: readonly ConnectionSettings[]): string {
  return `${JSON.stringify({ format, version, connections: connections.map(settingsOf) }, null, 2)}\n`;
}

/** One connection of a file: as it would be saved, or what is wrong with it. */
export interface FileEntry {
  /** `null` where it cannot be read as a connection at all. */
  readonly settings: ConnectionSettings | null;
  readonly issues: readonly Issue[];
  /** Names of fields that were left out because they are not known; the first few, shortened. */
  readonly leftOut: readonly string[];
}

/** What a file holds, entry by entry; or why it is none, as a sentence. */
export type FileReading =
  | { readonly kind: 'connections'; readonly entries: readonly FileEntry[] }
  | { readonly kind: 'unreadable'; readonly why: string };

/** Reads a file that anybody may have written. What one entry does wrong does not touch the others. */
export function readConnectionFile(text: string): FileReading {
  if (text.length > fileAtMost) return unreadable('It is larger than 4 MiB.');
  const parsed = parsedJson(text);
  if (parsed === undefined) return unreadable('It is not JSON.');
  const head = Head.safeParse(parsed);
  if (!head.success) return unreadable('It is not a file of connections.');
  if (head.data.version > version) {
    return unreadable('It was written by a newer Hookdesk, which knows more than this one.');
  }
  const { connections } = head.data;
  if (connections.length > connectionsAtMost) {
    return unreadable(`It holds more than ${connectionsAtMost} connections.`);
  }
  return { kind: 'connections', entries: connections.map(readEntry) };
}

const unreadable = (why: string): FileReading => ({ kind: 'unreadable', why });

const Head = z.object({
  format: z.literal(format),
  version: z.int().min(1),
  connections: z.array(z.unknown()),
});

/** A connection as the file has it; a file written by hand need not say everything. */
const InFile = ConnectionSettings.extend({
  authentication: Authentication.default(blankConnection.authentication),
  environment: Environment.nullable().default(blankConnection.environment),
  readOnly: z.boolean().default(blankConnection.readOnly),
  payloadTypePlace: PayloadTypePlace.default(blankConnection.payloadTypePlace),
  trust: Trust.default(blankConnection.trust),
  clientCertificate: ClientCertificate.nullable().default(blankConnection.clientCertificate),
  proxy: Proxy.default(blankConnection.proxy),
  limits: Limits.default(blankConnection.limits),
  group: z.string().default(blankConnection.group),
  notes: z.string().default(blankConnection.notes),
});

function readEntry(value: unknown): FileEntry {
  const read = InFile.safeParse(value);
  if (!read.success) {
    const fields = new Set(read.error.issues.map(({ path }) => path.map(String).join('.')));
    return { settings: null, issues: [...fields].map(notReadable), leftOut: [] };
  }
  const settings = tidyConnection(read.data);
  return { settings, issues: checkConnection(settings), leftOut: unknownFields(value) };
}

const notReadable = (path: string): Issue => ({
  path,
  level: 'error',
  message: path === '' ? 'This is no connection.' : `${path} is missing or cannot be read.`,
});

function unknownFields(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value)
    .filter((name) => !Object.hasOwn(ConnectionSettings.shape, name))
    .slice(0, 5)
    .map((name) => (name.length > 40 ? `${name.slice(0, 40)}…` : name));
}

/** `undefined` for what is no JSON. */
function parsedJson(text: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(text));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
