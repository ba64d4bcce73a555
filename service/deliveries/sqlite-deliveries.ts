import { randomUUID } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { z } from 'zod';
import type { Delivery, DeliveryList, DeliveryState } from '../practice/practice-bodies.ts';
import { promised, transaction } from '../store/sqlite/transaction.ts';
import type { IdentifiedWebhook } from '../store/webhook-store.ts';
import type { Attempts } from './attempts.ts';
import {
  type Deliveries,
  maxAtOnce,
  maxFinished,
  maxPerHost,
  maxUnfinished,
  type NewEvent,
  tooManyWait,
} from './deliveries.ts';
import {
  columns,
  type DeliveryRecord,
  isFinished,
  newDelivery,
  type PendingDelivery,
  sending,
  summaryOf,
  targetHost,
} from './delivery.ts';

const Row = z.object({ id: z.int(), record: columns.record });
const Due = z.object({ ...Row.shape, target_host: z.string(), pending: columns.pending });
const Count = z.object({ count: z.int() });
const Id = z.object({ id: z.int() });

/** Longest wait of a timer, in milliseconds; a longer one would overflow. */
const maxTimerDelay = 60_000;
/** Milliseconds until another try when the database fails, such as on a full disk. */
const retryDelay = 1_000;

/** The deliveries in an SQLite database, which this process alone uses. */
export class SqliteDeliveries implements Deliveries {
  readonly #database: DatabaseSync;
  readonly #attempts: Attempts;
  readonly #statements: ReturnType<typeof prepare>;
  /** Number of attempts in flight by target host. */
  readonly #attemptsByHost = new Map<string, number>();
  readonly #attemptsInFlight = new Set<Promise<void>>();
  /** Each stores the record of an attempt that has ended. */
  readonly #unsaved: (() => void)[] = [];
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;

  constructor(database: DatabaseSync, attempts: Attempts) {
    this.#database = database;
    this.#attempts = attempts;
    this.#statements = prepare(database);
    // The process that made these attempts ended before they did.
    this.#statements.resume.run(attempts.clock.now());
    this.#startDue();
  }

  add(
    event: NewEvent,
    values: Readonly<Record<string, string>>,
    recipients: readonly IdentifiedWebhook[],
  ): Promise<{ eventId: number; ids: number[] }> {
    const { unfinished, assignEvent, insert, drop } = this.#statements;
    return promised(() => {
      const added = transaction(this.#database, () => {
        if (countIn(unfinished) + recipients.length > maxUnfinished) throw tooManyWait();
        const eventId = Id.parse(assignEvent.get()).id;
        const now = this.#attempts.clock.now();
        const ids = recipients.map((recipient) => {
          const { record, pending } = newDelivery(
            { id: eventId, ...event },
            values,
            recipient,
            randomUUID(),
          );
          const host = targetHost(recipient.webhook.url);
          return Id.parse(
            insert.get(record.state, host, now, JSON.stringify(pending), JSON.stringify(record)),
          ).id;
        });
        for (const [state, most] of Object.entries(maxFinished)) drop.run(state, state, most);
        return { eventId, ids };
      });
      this.#startDue();
      return added;
    });
  }

  list(limit: number, state: DeliveryState | null): Promise<DeliveryList> {
    const { list, count } = this.#statements;
    return promised(() => ({
      deliveries: list.all(state, state, limit).map((row) => {
        const { id, record } = Row.parse(row);
        return summaryOf(id, record);
      }),
      total: Count.parse(count.get(state, state)).count,
    }));
  }

  read(id: number): Promise<Delivery | null> {
    return promised(() => {
      const row = this.#statements.read.get(id);
      if (row === undefined) return null;
      return { id, ...Row.parse(row).record };
    });
  }

  clear(): Promise<void> {
    return promised(() => {
      this.#statements.clear.run();
      this.#statements.hide.run();
    });
  }

  async close(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await Promise.all(this.#attemptsInFlight);
    await this.#attempts.close();
  }

  /** Starts the attempts that are due, then waits for the next one. Tries again after an error. */
  #startDue(): void {
    clearTimeout(this.#timer);
    if (this.#ending.signal.aborted) return;
    let delay: number | null = retryDelay;
    try {
      delay = this.#startAll();
    } catch (error) {
      this.#attempts.onFailure(error);
    }
    if (delay === null) return;
    this.#timer = setTimeout(() => {
      this.#startDue();
    }, delay);
  }

  /** Returns the milliseconds until the next attempt is due; `null` without one. */
  #startAll(): number | null {
    this.#saveEnded();
    const now = this.#attempts.clock.now();
    while (this.#attemptsInFlight.size < maxAtOnce) {
      const busyHosts = [...this.#attemptsByHost]
        .filter(([, count]) => count >= maxPerHost)
        .map(([host]) => host);
      const row = this.#statements.due.get(now, JSON.stringify(busyHosts));
      if (row === undefined) break;
      this.#start(Due.parse(row));
    }
    const next = z.object({ at: z.number().nullable() }).parse(this.#statements.nextDue.get(now));
    return next.at === null ? null : Math.min(next.at - now, maxTimerDelay);
  }

  #start({ id, target_host: host, record, pending }: z.infer<typeof Due>): void {
    this.#save(id, sending(record), pending);
    this.#attemptsByHost.set(host, (this.#attemptsByHost.get(host) ?? 0) + 1);
    const attempt = this.#attempt(id, record, pending)
      .catch(this.#attempts.onFailure)
      .finally(() => {
        this.#attemptsInFlight.delete(attempt);
        const others = (this.#attemptsByHost.get(host) ?? 1) - 1;
        if (others > 0) this.#attemptsByHost.set(host, others);
        else this.#attemptsByHost.delete(host);
        this.#startDue();
      });
    this.#attemptsInFlight.add(attempt);
  }

  async #attempt(id: number, record: DeliveryRecord, pending: PendingDelivery): Promise<void> {
    const recordAfter = await this.#attempts.make(record, pending, this.#ending.signal);
    this.#unsaved.push(() => {
      this.#save(id, recordAfter ?? record, pending);
    });
    this.#saveEnded();
  }

  #saveEnded(): void {
    for (let save = this.#unsaved[0]; save !== undefined; save = this.#unsaved[0]) {
      save();
      this.#unsaved.shift();
    }
  }

  #save(id: number, record: DeliveryRecord, pending: PendingDelivery): void {
    const isWaiting = record.state !== 'sending' && !isFinished(record);
    const pendingJson = isFinished(record) ? null : JSON.stringify(pending);
    const due = isWaiting ? dueAt(record) : null;
    this.#statements.save.run(record.state, due, pendingJson, JSON.stringify(record), id);
    if (isFinished(record)) this.#statements.dropHidden.run(id);
  }
}

/** Milliseconds since 1970 of the next attempt; 0 for one that is due. */
const dueAt = ({ nextAttemptAt }: DeliveryRecord): number =>
  nextAttemptAt === null ? 0 : Date.parse(nextAttemptAt);

const countIn = (statement: StatementSync): number => Count.parse(statement.get()).count;

const prepare = (database: DatabaseSync) => ({
  resume: database.prepare(`
    UPDATE delivery SET state = 'waiting', due_at = ?, record = json_set(record, '$.state', 'waiting')
    WHERE state = 'sending'`),
  unfinished: database.prepare('SELECT count(*) AS count FROM delivery WHERE pending IS NOT NULL'),
  assignEvent: database.prepare('UPDATE last_event_id SET id = id + 1 RETURNING id'),
  insert: database.prepare(`
    INSERT INTO delivery (state, target_host, due_at, pending, record) VALUES (?, ?, ?, ?, ?)
    RETURNING id`),
  drop: database.prepare(`
    DELETE FROM delivery WHERE state = ? AND id <= (
      SELECT id FROM delivery WHERE state = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`),
  due: database.prepare(`
    SELECT id, target_host, pending, record FROM delivery
    WHERE due_at <= ? AND target_host NOT IN (SELECT value FROM json_each(?))
    ORDER BY due_at, id LIMIT 1`),
  nextDue: database.prepare('SELECT min(due_at) AS at FROM delivery WHERE due_at > ?'),
  save: database.prepare(
    'UPDATE delivery SET state = ?, due_at = ?, pending = ?, record = ? WHERE id = ?',
  ),
  list: database.prepare(`
    SELECT id, record FROM delivery WHERE is_listed AND (? IS NULL OR state = ?) ORDER BY id DESC LIMIT ?`),
  count: database.prepare(
    'SELECT count(*) AS count FROM delivery WHERE is_listed AND (? IS NULL OR state = ?)',
  ),
  read: database.prepare('SELECT id, record FROM delivery WHERE id = ? AND is_listed'),
  hide: database.prepare('UPDATE delivery SET is_listed = 0'),
  dropHidden: database.prepare('DELETE FROM delivery WHERE id = ? AND NOT is_listed'),
  clear: database.prepare("DELETE FROM delivery WHERE state IN ('delivered', 'failed')"),
});
