import { z } from 'zod';
import { defaultSettings, Settings } from '#contract/settings.ts';
import type { SettingsStore } from '#core/store-ports.ts';
import { normalBaseUrl } from '#domain/installation/address.ts';
import { blankConnection, Connection } from '#domain/installation/connection.ts';
import { type FileOptions, openFileWithBackup } from './file-with-backup.ts';
import type { ReadFile } from './read-checked-file.ts';

export interface OpenedSettingsStore extends SettingsStore {
  readonly notice: string | null;
  readonly foundVersion: number | null;
}

/** @throws ProblemError('storage-failed') when the folder or the file is unusable */
export function createSettingsStore(options: FileOptions): OpenedSettingsStore {
  const file = openFileWithBackup({
    ...options,
    name: 'settings',
    title: 'The settings file',
    version: 1,
    empty: emptySettings,
    read: readStored,
    write: toStore,
    describeRestored: ({ connections }) =>
      `readable installations restored: ${connections.length}.`,
  });
  return {
    notice: file.notice,
    foundVersion: file.foundVersion,
    connections: () => file.content().connections,
    saveConnections: (connections) => {
      file.save({ ...file.content(), connections: structuredClone(connections) });
    },
    settings: () => file.content().settings,
    saveSettings: (settings) => {
      file.save({ ...file.content(), settings: structuredClone(settings) });
    },
  };
}

interface StoredSettings {
  readonly connections: readonly Connection[];
  readonly settings: Settings;
  readonly extra: ExtraFields;
}

/** Fields that a newer Hookdesk wrote. A write preserves them. */
interface ExtraFields {
  readonly top: Record<string, unknown>;
  readonly settings: Record<string, unknown>;
  readonly connections: ReadonlyMap<string, Record<string, unknown>>;
}

const emptySettings: StoredSettings = {
  connections: [],
  settings: defaultSettings,
  extra: { top: {}, settings: {}, connections: new Map() },
};

/** Older files stored the authentication as a string. */
const AuthenticationAsWord = z.enum(['auth-token', 'none']);

const { trust, clientCertificate, proxy, limits, group, notes, payloadTypePlace } = blankConnection;
const sinceTheFirst = { trust, clientCertificate, proxy, limits, group, notes, payloadTypePlace };

const StoredConnection = z.preprocess(
  (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const stored: Record<string, unknown> = { ...sinceTheFirst, ...value };
    const word = AuthenticationAsWord.safeParse(stored.authentication);
    return word.success ? { ...stored, authentication: { kind: word.data } } : stored;
  },
  Connection.extend({ baseUrl: z.string().transform(normalBaseUrl) }),
);

const Top = z.looseObject({ connections: z.unknown(), settings: z.unknown() }).partial();

/** Reads each installation and each setting by itself. */
function readStored(value: unknown): ReadFile<StoredSettings> {
  const top = Top.safeParse(value);
  if (!top.success) return { content: emptySettings, unread: [], unknown: [] };
  const { connections: listed = [], settings: held = {}, ...extraTop } = top.data;
  const list = z.array(z.unknown()).safeParse(listed);
  const connections = (list.data ?? []).map(readConnection);
  const sound = connections.flatMap(({ read }) => (read === null ? [] : [read]));
  const settings = readSettings(held);
  const extra: ExtraFields = {
    top: extraTop,
    settings: extraOf(held, Settings.shape),
    connections: new Map(sound.map(({ connection, unknown }) => [connection.id, unknown])),
  };
  return {
    content: {
      connections: sound.map(({ connection }) => connection),
      settings: settings.read,
      extra,
    },
    unread: [
      ...(list.success ? [] : ['connections']),
      ...connections.flatMap(({ unread }) => unread),
      ...settings.unread,
    ],
    unknown: [
      ...Object.keys(extra.top),
      ...Object.keys(extra.settings),
      ...sound.flatMap(({ connection, unknown }) =>
        Object.keys(unknown).map((key) => `${key} of ${connection.name}`),
      ),
    ],
  };
}

interface ReadConnection {
  readonly read: { connection: Connection; unknown: Record<string, unknown> } | null;
  readonly unread: readonly string[];
}

const Named = z
  .object({ name: z.string() })
  .or(z.object({ id: z.string() }).transform(({ id }) => ({ name: id })));

function readConnection(each: unknown, index: number): ReadConnection {
  const { data: connection, error } = StoredConnection.safeParse(each);
  if (connection !== undefined) {
    return { read: { connection, unknown: extraOf(each, Connection.shape) }, unread: [] };
  }
  const name = Named.safeParse(each).data?.name ?? `installation ${index + 1}`;
  const fields = fieldsOf(error);
  return {
    read: null,
    unread: fields.length === 0 ? [name] : fields.map((field) => `${field} of ${name}`),
  };
}

function readSettings(held: unknown): { read: Settings; unread: string[] } {
  const whole = Settings.safeParse(held);
  if (whole.success) return { read: whole.data, unread: [] };
  const unread = fieldsOf(whole.error);
  if (typeof held !== 'object' || held === null || unread.length === 0) {
    return { read: defaultSettings, unread: ['settings'] };
  }
  const rest = Object.entries(held).filter(([key]) => !unread.includes(key));
  return { read: Settings.parse(Object.fromEntries(rest)), unread };
}

const fieldsOf = ({ issues }: z.ZodError): string[] => [
  ...new Set(issues.flatMap(({ path: [field] }) => (field === undefined ? [] : [String(field)]))),
];

function toStore({ connections, settings, extra }: StoredSettings): Record<string, unknown> {
  return {
    ...extra.top,
    connections: connections.map((each) => ({ ...extra.connections.get(each.id), ...each })),
    settings: { ...extra.settings, ...settings },
  };
}

function extraOf(value: unknown, shape: object): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !Object.hasOwn(shape, key) && key !== '__proto__'),
  );
}
