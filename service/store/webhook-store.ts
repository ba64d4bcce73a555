import type { CreateBody, UpdateBody, Variant, Violation } from '../webhooks/bodies.ts';
import { newWebhook } from '../webhooks/create.ts';
import { StoredWebhook } from '../webhooks/stored.ts';
import { applyUpdate, checkUpdate } from '../webhooks/update.ts';
import { openDatabase, transaction } from './open-database.ts';

/**
 * The webhooks of one service. Every method is one transaction; a write is on disk when its method
 * returns. `list` and `read` return JSON that is ready to send.
 */
export interface WebhookStore {
  /** The JSON array of all webhooks by ascending id, in UTF-8; less than 1 GB in total. */
  list(): Uint8Array;
  /** One webhook as JSON, or `null` for an unknown id. */
  read(id: number): string | null;
  create(body: CreateBody): void;
  /** Creates all webhooks or none. */
  createAll(bodies: Iterable<CreateBody>): void;
  /** Returns why the update is refused, `[]` if it is applied, or `null` for an unknown id. */
  update(id: number, update: UpdateBody): Violation[] | null;
  /** Returns whether the webhook existed. */
  remove(id: number): boolean;
  isEmpty(): boolean;
  /** Every webhook by ascending id. */
  each(): Iterable<{ readonly id: number; readonly webhook: StoredWebhook }>;
  close(): void;
}

/** `definition` has no id: `substr` drops its opening brace, and the id comes first. */
const documentSql = `'{"id":' || id || ',' || substr(definition, 2)`;

/** Opens `file`, or memory if it is `null`. @throws DataFileRefused see {@link openDatabase}. */
export function openWebhookStore(variant: Variant, file: string | null): WebhookStore {
  const database = openDatabase(file, variant);
  const statements = {
    list: database.prepare(`
      SELECT CAST('[' || coalesce(group_concat(document, ','), '') || ']' AS BLOB) AS webhooks
      FROM (SELECT ${documentSql} AS document FROM webhook ORDER BY id)`),
    read: database.prepare(`SELECT ${documentSql} AS document FROM webhook WHERE id = ?`),
    definition: database.prepare('SELECT definition FROM webhook WHERE id = ?'),
    insert: database.prepare('INSERT INTO webhook (definition) VALUES (?)'),
    update: database.prepare('UPDATE webhook SET definition = ? WHERE id = ?'),
    remove: database.prepare('DELETE FROM webhook WHERE id = ?'),
    each: database.prepare('SELECT id, definition FROM webhook ORDER BY id'),
    any: database.prepare('SELECT 1 FROM webhook LIMIT 1'),
    assign: database.prepare('UPDATE last_header_id SET id = id + ? RETURNING id'),
  };

  const assignHeaderIds = (count: number): number[] => {
    const last = statements.assign.get(count)?.id;
    if (typeof last !== 'number') throw new Error('The counter of header ids is missing');
    return Array.from({ length: count }, (_, index) => last - count + 1 + index);
  };
  const insert = (body: CreateBody): void => {
    statements.insert.run(JSON.stringify(newWebhook(variant, body, assignHeaderIds)));
  };

  /** The last list, valid until the next write: only this process writes to the file. */
  let listed: Uint8Array | null = null;
  const write = <T>(work: () => T): T => {
    listed = null;
    return transaction(database, work);
  };

  return {
    list() {
      if (listed !== null) return listed;
      const webhooks = statements.list.get()?.webhooks;
      if (!(webhooks instanceof Uint8Array)) throw new Error('The list is not bytes');
      listed = webhooks;
      return webhooks;
    },
    read(id) {
      const document = statements.read.get(id)?.document;
      return typeof document === 'string' ? document : null;
    },
    create(body) {
      write(() => {
        insert(body);
      });
    },
    createAll(bodies) {
      write(() => {
        for (const body of bodies) insert(body);
      });
    },
    update(id, update) {
      return write(() => {
        const text = statements.definition.get(id)?.definition;
        if (typeof text !== 'string') return null;
        const held = StoredWebhook.parse(JSON.parse(text));
        const violations = checkUpdate(id, held, update);
        if (violations.length === 0) {
          statements.update.run(JSON.stringify(applyUpdate(held, update, assignHeaderIds)), id);
        }
        return violations;
      });
    },
    remove: (id) => write(() => statements.remove.run(id).changes > 0),
    *each() {
      // Reads all rows at once: rows that are read one by one could change in between.
      for (const { id, definition } of statements.each.all()) {
        if (typeof id !== 'number') throw new Error('An id is not a number');
        yield { id, webhook: StoredWebhook.parse(JSON.parse(String(definition))) };
      }
    },
    isEmpty: () => statements.any.get() === undefined,
    close() {
      database.close();
    },
  };
}
