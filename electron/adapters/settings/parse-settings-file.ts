import { z } from 'zod';
import { defaultSettings, Settings } from '#contract/settings.ts';
import { normalBaseUrl } from '#domain/installation/address.ts';
import { blankConnection, Connection } from '#domain/installation/connection.ts';

interface StoredSettings {
  readonly connections: readonly Connection[];
  readonly settings: Settings;
  readonly extra: ExtraFields;
}

/** Unknown fields of a newer Hookdesk, kept when the file is written. */
interface ExtraFields {
  readonly top: Record<string, unknown>;
  readonly settings: Record<string, unknown>;
  readonly connections: ReadonlyMap<string, Record<string, unknown>>;
}

export const emptySettings: StoredSettings = {
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

const Top = z.looseObject({ connections: z.array(z.unknown()), settings: z.unknown() }).partial();

export function readStored(value: unknown): { content: StoredSettings; sound: boolean } {
  const top = Top.safeParse(value);
  if (!top.success) return { content: emptySettings, sound: false };
  const { connections: listed = [], settings: held, ...extraTop } = top.data;
  const settings = Settings.safeParse(held ?? {});
  const connections = listed.map((each) => ({ each, read: StoredConnection.safeParse(each) }));
  const extraConnections = connections.flatMap(
    ({ each, read }): [string, Record<string, unknown>][] =>
      read.success ? [[read.data.id, extraOf(each, Connection.shape)]] : [],
  );
  return {
    content: {
      connections: connections.flatMap(({ read }) => (read.success ? [read.data] : [])),
      settings: settings.data ?? defaultSettings,
      extra: {
        top: extraTop,
        settings: extraOf(held, Settings.shape),
        connections: new Map(extraConnections),
      },
    },
    sound: settings.success && connections.every(({ read }) => read.success),
  };
}

export function toStore({ connections, settings, extra }: StoredSettings): Record<string, unknown> {
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
