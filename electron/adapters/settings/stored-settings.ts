import { z } from 'zod';
import { defaultSettings, Settings } from '#contract/settings.ts';
import { Connection } from '#domain/installation/connection.ts';
import { StoredConnection } from './stored-connection.ts';

/** What the settings file holds. Each object may hold fields of a newer Hookdesk: they are kept. */
export interface StoredSettings {
  readonly connections: readonly Connection[];
  readonly settings: Settings;
  readonly extra: ExtraFields;
}

/** Fields that this Hookdesk does not know, by the object that they stand in. */
export interface ExtraFields {
  readonly top: Record<string, unknown>;
  readonly settings: Record<string, unknown>;
  readonly connections: ReadonlyMap<string, Record<string, unknown>>;
}

export const emptySettings: StoredSettings = {
  connections: [],
  settings: defaultSettings,
  extra: { top: {}, settings: {}, connections: new Map() },
};

const Top = z.looseObject({ connections: z.array(z.unknown()), settings: z.unknown() }).partial();

/**
 * Reads what is on disk. What has the right shape is taken, object by object; `sound` says whether
 * that was all of it.
 */
export function readStored(value: unknown): { stored: StoredSettings; sound: boolean } {
  const top = Top.safeParse(value);
  if (!top.success) return { stored: emptySettings, sound: false };
  const { connections: listed = [], settings: held, ...extraTop } = top.data;
  const settings = Settings.safeParse(held ?? {});
  const connections = listed.map((each) => ({ each, read: StoredConnection.safeParse(each) }));
  const extraConnections = connections.flatMap(
    ({ each, read }): [string, Record<string, unknown>][] =>
      read.success ? [[read.data.id, extraOf(each, Connection.shape)]] : [],
  );
  return {
    stored: {
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

/** What is to be on disk. */
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
