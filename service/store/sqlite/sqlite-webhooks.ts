import type { DatabaseSync } from 'node:sqlite';
import type { CreateBody, Variant } from '../../webhooks/body-types.ts';
import { newWebhook } from '../../webhooks/new-webhook.ts';
import { StoredWebhook } from '../../webhooks/stored-webhook.ts';
import { applyUpdate, checkUpdate } from '../../webhooks/apply-update.ts';
import type { WebhookStore } from '../webhook-store.ts';
import { promised, transaction } from './transaction.ts';

/** Puts the id before the first field: `{"name":…}` becomes `{"id":7,"name":…}`. */
const documentSql = `'{"id":' || id || ',' || substr(definition, 2)`;

/** The webhooks in an SQLite database, which this process alone writes to. */
export function sqliteWebhooks(database: DatabaseSync, variant: Variant): WebhookStore {
  const statements = {
    // SQLite does not document the order of `group_concat`: it is that of the rows it reads.
    listAsJson: database.prepare(`
      SELECT CAST('[' || coalesce(group_concat(document, ','), '') || ']' AS BLOB) AS webhooks
      FROM (SELECT ${documentSql} AS document FROM webhook ORDER BY id)`),
    read: database.prepare(`SELECT ${documentSql} AS document FROM webhook WHERE id = ?`),
    definition: database.prepare('SELECT definition FROM webhook WHERE id = ?'),
    insert: database.prepare('INSERT INTO webhook (definition) VALUES (?)'),
    update: database.prepare('UPDATE webhook SET definition = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM webhook WHERE id = ?'),
    rows: database.prepare('SELECT id, definition FROM webhook ORDER BY id'),
    any: database.prepare('SELECT 1 FROM webhook LIMIT 1'),
    reserveHeaderIds: database.prepare('UPDATE last_header_id SET id = id + ? RETURNING id'),
  };

  const reserveHeaderIds = (count: number): number[] => {
    const last = statements.reserveHeaderIds.get(count)?.id;
    if (typeof last !== 'number') throw new Error('The counter of header ids is missing');
    return Array.from({ length: count }, (_, index) => last - count + 1 + index);
  };
  const insert = (body: CreateBody): void => {
    statements.insert.run(JSON.stringify(newWebhook(variant, body, reserveHeaderIds)));
  };

  /** The last list, valid until the next write. */
  let cachedList: Uint8Array | null = null;
  const write = <T>(work: () => T): Promise<T> => {
    cachedList = null;
    return promised(() => transaction(database, work));
  };

  return {
    list: () =>
      promised(() => {
        if (cachedList !== null) return cachedList;
        const webhooks = statements.listAsJson.get()?.webhooks;
        if (!(webhooks instanceof Uint8Array)) throw new Error('The list is not bytes');
        cachedList = webhooks;
        return webhooks;
      }),
    read: (id) =>
      promised(() => {
        const document = statements.read.get(id)?.document;
        return typeof document === 'string' ? document : null;
      }),
    create: (body) =>
      write(() => {
        insert(body);
      }),
    fill: (bodies) =>
      write(() => {
        if (statements.any.get() !== undefined) return;
        for (const body of bodies) insert(body);
      }),
    update: (id, update) =>
      write(() => {
        const text = statements.definition.get(id)?.definition;
        // No webhook has this id.
        if (typeof text !== 'string') return null;
        const stored = StoredWebhook.parse(JSON.parse(text));
        const violations = checkUpdate(id, stored, update);
        if (violations.length === 0) {
          statements.update.run(JSON.stringify(applyUpdate(stored, update, reserveHeaderIds)), id);
        }
        return violations;
      }),
    remove: (id) => write(() => statements.remove.run(id).changes > 0),
    all: () =>
      promised(() =>
        statements.rows.all().map(({ id, definition }) => {
          if (typeof id !== 'number') throw new Error('An id is not a number');
          return { id, webhook: StoredWebhook.parse(JSON.parse(String(definition))) };
        }),
      ),
  };
}
